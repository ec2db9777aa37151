<?php

declare(strict_types=1);

namespace FeedbackBoard;

/** @internal */
final class Transport
{
    public function __construct(
        private readonly string $base,
        #[\SensitiveParameter] private readonly string $secretKey,
        private readonly float $timeout,
    ) {
    }

    /** @return array<string, string> without the key */
    public function __debugInfo(): array
    {
        return ['base' => $this->base];
    }

    /**
     * One attempt. No answer is a network_error, and so is a redirect: the service never sends one, and the key must only go to it.
     *
     * @param array<string, string> $headers
     */
    public function send(string $method, string $address, array $headers, ?string $data): Answer
    {
        [$status, $names, $body] = $this->exchange($method, $address, $headers, $data);
        $isCut = isset($names['content-length']) && strlen($body) < (int) $names['content-length'];
        if ($isCut || ($status >= 300 && $status < 400)) {
            throw self::noAnswer();
        }
        if ($status === 204) {
            return new Answer();
        }
        // Whoever is on the way may have answered, so everything is checked before it is used.
        $content = Json::read($body);
        $retryAfter = self::seconds($names['retry-after'] ?? null);
        if (is_array($content) && $status >= 200 && $status < 300) {
            return new Answer($content, $names['etag'] ?? null);
        }
        throw is_array($content) && is_string($content['code'] ?? null)
            ? self::problem($status, $content, $retryAfter)
            : new FeedbackException(
                'unexpected_answer',
                "The service did not answer this (status $status).",
                $status,
                'Something in between may have: check the network and apiOrigin.',
                retryAfter: $retryAfter,
            );
    }

    /**
     * @param array<string, string> $headers
     * @return array{int, array<string, string>, string} status, headers by their names in small letters, body
     */
    private function exchange(string $method, string $address, array $headers, ?string $data): array
    {
        $deadline = microtime(true) + $this->timeout;
        $headers += [
            'Authorization' => "Bearer $this->secretKey",
            'Accept' => 'application/json',
            'User-Agent' => 'feedback-board-php/' . Client::VERSION,
            'Connection' => 'close',
        ];
        if ($data === null && in_array($method, ['POST', 'PUT', 'PATCH'], true)) {
            $headers['Content-Length'] = '0';
        }
        $context = stream_context_create(['http' => [
            'method' => $method,
            'header' => array_map(fn ($name, $value) => "$name: $value", array_keys($headers), $headers),
            'protocol_version' => 1.1,
            'follow_location' => 0,
            'ignore_errors' => true,
            'timeout' => $this->timeout,
        ] + ($data === null ? [] : ['content' => $data])]);
        $stream = @fopen($this->base . $address, 'r', false, $context);
        if ($stream === false) {
            throw self::noAnswer();
        }
        try {
            $body = self::readUntil($stream, $deadline);
            ['wrapper_data' => $lines, 'timed_out' => $isLate] = stream_get_meta_data($stream);
        } finally {
            fclose($stream);
        }
        if ($body === null || $isLate || preg_match('~\AHTTP/\S+ (\d{3})~', $lines[0] ?? '', $found) !== 1) {
            throw self::noAnswer();
        }
        return [(int) $found[1], self::byName(array_slice($lines, 1)), $body];
    }

    /**
     * The limit of a stream is for each read: an answer that comes byte by byte would keep the process for ever. Null if that happens.
     *
     * @param resource $stream
     */
    private static function readUntil($stream, float $deadline): ?string
    {
        $body = '';
        while (!feof($stream)) {
            $chunk = fread($stream, 65_536);
            if ($chunk === false || microtime(true) > $deadline) {
                return null;
            }
            $body .= $chunk;
        }
        return $body;
    }

    /**
     * @param list<string> $lines
     * @return array<string, string>
     */
    private static function byName(array $lines): array
    {
        $headers = [];
        foreach ($lines as $line) {
            [$name, $value] = explode(':', $line, 2) + [1 => ''];
            $headers[strtolower($name)] = trim($value);
        }
        return $headers;
    }

    private static function noAnswer(): FeedbackException
    {
        return new FeedbackException('network_error', 'No answer came.', 0, 'The service is out of reach, or apiOrigin is wrong.');
    }

    /** @param array<string, mixed> $content */
    private static function problem(int $status, array $content, ?float $retryAfter): FeedbackException
    {
        $text = fn (string $name): ?string => is_string($content[$name] ?? null) ? $content[$name] : null;
        $errors = is_array($content['errors'] ?? null) ? $content['errors'] : [];
        return new FeedbackException(
            $content['code'],
            $text('title') ?? '',
            $status,
            $text('detail') ?? '',
            $text('request_id'),
            $errors,
            $retryAfter,
        );
    }

    /** Retry-After holds seconds or an HTTP date. */
    private static function seconds(?string $value): ?float
    {
        if ($value === null || preg_match('/\A[0-9]{1,9}\z/', $value) === 1) {
            return $value === null ? null : (float) $value;
        }
        $date = \DateTimeImmutable::createFromFormat('D, d M Y H:i:s \G\M\T', $value, new \DateTimeZone('UTC'));
        return $date === false ? null : max(0.0, $date->getTimestamp() - microtime(true));
    }
}
