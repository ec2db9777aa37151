<?php

declare(strict_types=1);

namespace FeedbackBoard;

final class Webhook
{
    private const TOLERANCE_SECONDS = 300;
    /** Standard Webhooks has secrets of 24 bytes and more; those of the service have 32. */
    private const SECRET = '~\Awhsec_((?:[A-Za-z0-9+/]{4}){8,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)\z~';

    /**
     * The event in a request, if the service signed it within the last five minutes; otherwise a WebhookException. An event may come twice:
     * its "id" is the same then.
     *
     * @param array<string, string|list<string>> $headers as getallheaders(), $_SERVER, PSR-7 or Laravel have them
     * @param string $rawBody the body as it came: a body that was parsed and written again has another signature
     * @return array<string, mixed>
     */
    public static function verify(
        #[\SensitiveParameter] string $secret,
        array $headers,
        string $rawBody,
        ?\DateTimeInterface $now = null,
    ): array {
        if (preg_match(self::SECRET, $secret, $found) !== 1) {
            throw new WebhookException('secret_invalid', 'The secret must be whsec_ and base64, as the service showed it.');
        }
        [$id, $sent, $signatures] = self::read($headers);
        if ($id === '' || $sent === '' || $signatures === '') {
            throw new WebhookException('headers_missing', 'webhook-id, webhook-timestamp and webhook-signature must be there.');
        }
        $seconds = $now === null ? time() : $now->getTimestamp();
        if (preg_match('/\A[0-9]{1,12}\z/', $sent) !== 1 || abs($seconds - (int) $sent) > self::TOLERANCE_SECONDS) {
            throw new WebhookException('timestamp_invalid', 'It was sent more than five minutes ago, or the clocks differ.');
        }
        $mac = hash_hmac('sha256', "$id.$sent.$rawBody", base64_decode($found[1], true), true);
        $expected = 'v1,' . base64_encode($mac);
        // After a rotation there are two. Each comparison takes the same time for all that do not fit.
        if (array_filter(explode(' ', $signatures), fn ($one) => hash_equals($expected, $one)) === []) {
            throw new WebhookException('signature_invalid', 'Nobody who knows the secret has signed this.');
        }
        $event = Json::read($rawBody);
        $isObject = is_array($event) && ($event === [] ? ltrim($rawBody)[0] === '{' : !array_is_list($event));
        return $isObject ? $event : throw new WebhookException('body_invalid', 'The body is not a JSON object.');
    }

    /**
     * @param array<string, string|list<string>> $headers
     * @return list<string> id, timestamp and signature
     */
    private static function read(array $headers): array
    {
        $byName = [];
        foreach ($headers as $name => $value) {
            $plain = preg_replace('/^http-/', '', strtolower(strtr((string) $name, '_', '-')));
            $byName[$plain] = (string) (is_array($value) ? $value[0] ?? '' : $value);
        }
        return array_map(fn ($name) => $byName["webhook-$name"] ?? '', ['id', 'timestamp', 'signature']);
    }
}
