<?php

declare(strict_types=1);

namespace FeedbackBoard;

/** @internal */
final class Check
{
    private const LONGEST_LIFETIME_SECONDS = 600;
    /** The service compares origins exactly, so each has one spelling: small letters, and without the port that its scheme has anyway. */
    private const ORIGIN = '~\A(?:http://(?!.*:80\z)|https://(?!.*:443\z))(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::[1-9][0-9]{0,4})?\z~';

    public static function projectId(string $value): string
    {
        if (preg_match('/\Aprj_[0-9A-Za-z]+\z/', $value) === 1) {
            return $value;
        }
        throw new SigningException('project_id_invalid', "projectId must be the project's public id, which begins with prj_.");
    }

    public static function keyId(string $value): string
    {
        if (preg_match('/\A[A-Za-z0-9._-]{1,128}\z/', $value) === 1) {
            return $value;
        }
        throw new SigningException('key_id_invalid', 'keyId must be the signing key\'s "kid": 1 to 128 of A-Z a-z 0-9 . _ -');
    }

    /** Takes a slash off the end: browsers add it to the addresses that they show. */
    public static function origin(string $value, string $name): string
    {
        $origin = str_ends_with($value, '/') ? substr($value, 0, -1) : $value;
        if (preg_match(self::ORIGIN, $origin) === 1) {
            return $origin;
        }
        $message = "$name must be an origin alone, such as https://api.example.com, in small letters and without a path.";
        throw new SigningException('origin_invalid', $message);
    }

    public static function lifetime(int $seconds): int
    {
        if ($seconds >= 1 && $seconds <= self::LONGEST_LIFETIME_SECONDS) {
            return $seconds;
        }
        $most = self::LONGEST_LIFETIME_SECONDS;
        throw new SigningException('lifetime_invalid', "lifetimeSeconds must be a whole number from 1 to $most; 300 is recommended.");
    }

    /** In whole seconds, as tokens count. */
    public static function seconds(?\DateTimeInterface $now): int
    {
        $seconds = $now === null ? time() : $now->getTimestamp();
        if ($seconds >= 0) {
            return $seconds;
        }
        throw new SigningException('time_invalid', 'now must be after 1970.');
    }

    public static function state(string $value): string
    {
        if ($value !== '') {
            return $value;
        }
        throw new SigningException('state_missing', 'state is missing: pass the one "state" query parameter with which the board sent the '
            . 'visitor to your sign-in URL. Without one the visit did not begin on the board, so send the visitor there first.');
    }
}
