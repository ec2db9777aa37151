<?php

declare(strict_types=1);

namespace FeedbackBoard;

/** A user of yours, as you vouch for them. null and '' count as not set. */
final class User
{
    private const LARGEST_TRAITS_BYTES = 2048;

    /**
     * @param string $id your stable id of the user, 1 to 255 characters. Never an e-mail address, which can change its owner
     * @param ?string $email for notifications; never shown. Without emailVerified: true nothing is mailed to it
     * @param ?string $givenName only a name that the user set, never one that falls back to the e-mail address
     * @param ?array<string, mixed> $traits keys that the project allows, such as a plan; at most 2,048 bytes as JSON
     */
    public function __construct(
        public readonly string $id,
        public readonly ?string $email = null,
        public readonly ?bool $emailVerified = null,
        public readonly ?string $givenName = null,
        public readonly ?string $familyName = null,
        public readonly ?string $locale = null,
        public readonly ?array $traits = null,
    ) {
    }

    /**
     * @internal
     * @return array<string, mixed>
     */
    public function claims(): array
    {
        if ($this->id === '') {
            throw new SigningException('user_invalid', 'user->id must not be empty.');
        }
        return [
            'sub' => self::text($this->id, 'id', 255),
            'email' => self::text($this->email, 'email', 320),
            'email_verified' => $this->emailVerified,
            'given_name' => self::text($this->givenName, 'givenName', 100),
            'family_name' => self::text($this->familyName, 'familyName', 100),
            'locale' => self::text($this->locale, 'locale', 35),
            'traits' => $this->checkedTraits(),
        ];
    }

    private static function text(?string $value, string $name, int $most): ?string
    {
        if ($value === null || $value === '') {
            return null;
        }
        // Characters, not bytes; a text that is not UTF-8 has none and is refused when it is encoded.
        if (preg_match_all('/./su', $value) > $most) {
            throw new SigningException('user_invalid', "user->$name must have at most $most characters.");
        }
        return $value;
    }

    /** Parsed again, so that the measured size is the size that is signed. */
    private function checkedTraits(): ?object
    {
        if ($this->traits === null) {
            return null;
        }
        if ($this->traits !== [] && array_is_list($this->traits)) {
            throw new SigningException('user_invalid', 'user->traits must be an array of keys and values.');
        }
        try {
            $json = Json::write((object) $this->traits);
        } catch (\JsonException) {
            throw new SigningException('user_invalid', 'user->traits cannot be written as JSON.');
        }
        $size = strlen($json);
        if ($size > self::LARGEST_TRAITS_BYTES) {
            $most = self::LARGEST_TRAITS_BYTES;
            throw new SigningException('traits_too_large', "user->traits are $size bytes as JSON; at most $most are allowed.");
        }
        return str_contains($json, '\u0000') ? (object) $this->traits : json_decode($json);
    }
}
