<?php

declare(strict_types=1);

namespace FeedbackBoard;

/**
 * Calls the API as your team, with a secret key. It sends nothing until it is used.
 *
 * A path is one of the reference, such as /posts/{id}. The named arguments that it names fill it, the others become the query. A
 * DateTimeInterface, in a body as well, is sent as the API has it. In a body, an empty object is new \stdClass(): an empty array is a list.
 * Each call opens a connection of its own. It uses no proxy, and checks certificates against those that PHP knows.
 */
final class Client
{
    public const VERSION = '0.1.0';
    private const FIRST_PAUSE = 0.5;
    /** Values belong in braces: in the text of a path, an id with a slash or a question mark would lead to another address. */
    private const PATH = '~\A(?:/(?:\{[a-z_]+\}|(?!\.+(?:/|\z))[A-Za-z0-9_.-]+))+\z~';
    private const EVENTS_FULL_PAGE = 100;
    private const EVENTS_WAIT = 25;
    private const EVENTS_FIRST_PAUSE = 1.0;
    private const EVENTS_LONGEST_PAUSE = 60.0;

    private readonly Transport $transport;
    private readonly \Closure $sleep;

    /**
     * @param string $apiOrigin the API's address without /v1
     * @param string $secretKey svc_sk_…, with the scopes that the calls need. It stays on your server
     * @param int $tries how often a call is sent at most if repeating can help
     * @param float $longestWait the longest pause, in seconds, that a call waits if the service asks for one
     * @param float $requestTimeout how many seconds one attempt may take
     * @param ?\Closure(float): mixed $sleep how to wait between attempts; for tests
     */
    public function __construct(
        string $apiOrigin,
        #[\SensitiveParameter] string $secretKey,
        private readonly int $tries = 3,
        private readonly float $longestWait = 60.0,
        float $requestTimeout = 30.0,
        ?\Closure $sleep = null,
    ) {
        if (str_starts_with($secretKey, 'svc_pk_')) {
            throw self::optionInvalid('secretKey is the publishable key, which is for apps: pass a secret key, svc_sk_…');
        }
        if (preg_match('/\Asvc_sk_\w+\z/', $secretKey) !== 1) {
            throw self::optionInvalid('secretKey must be a secret key, svc_sk_…, with nothing around it.');
        }
        // An address copied from a browser ends with a slash, which an origin does not have.
        $origin = str_ends_with($apiOrigin, '/') ? substr($apiOrigin, 0, -1) : $apiOrigin;
        if (preg_match('~\Ahttps?://[^\s/?#]+\z~', $origin) !== 1) {
            throw self::optionInvalid('apiOrigin must be an origin alone, such as https://api.example.com.');
        }
        if ($tries < 1) {
            throw self::optionInvalid('tries must be at least 1.');
        }
        if (!($longestWait >= 0.0) || !($requestTimeout > 0.0)) {
            throw self::optionInvalid('longestWait and requestTimeout must be numbers of seconds.');
        }
        if (!ini_get('allow_url_fopen')) {
            throw self::optionInvalid('PHP opens no addresses here: turn allow_url_fopen on, as it is by default.');
        }
        $this->transport = new Transport("$origin/v1", $secretKey, $requestTimeout);
        $this->sleep = $sleep ?? static fn (float $seconds) => usleep((int) ($seconds * 1_000_000));
    }

    public function get(string $path, mixed ...$params): Answer
    {
        return $this->call('GET', $path, $params);
    }

    /**
     * Carries an Idempotency-Key, the same for all its tries. A key of your own makes the call harmless to repeat later.
     *
     * @param array<string, mixed>|Raw|null $body
     */
    public function post(string $path, array|Raw|null $body = null, ?string $idempotencyKey = null, mixed ...$params): Answer
    {
        $key = self::header('idempotencyKey', $idempotencyKey ?? bin2hex(random_bytes(16)));
        return $this->call('POST', $path, $params, $body, ['Idempotency-Key' => $key]);
    }

    /** @param array<string, mixed>|Raw|null $body */
    public function put(string $path, array|Raw|null $body = null, mixed ...$params): Answer
    {
        return $this->call('PUT', $path, $params, $body);
    }

    /**
     * @param array<string, mixed>|null $body
     * @param ?string $ifMatch the etag of what you read: the change is made only if that version is still current
     */
    public function patch(string $path, ?array $body = null, ?string $ifMatch = null, mixed ...$params): Answer
    {
        $headers = $ifMatch === null ? [] : ['If-Match' => self::header('ifMatch', $ifMatch)];
        return $this->call('PATCH', $path, $params, $body, $headers);
    }

    public function delete(string $path, mixed ...$params): Answer
    {
        return $this->call('DELETE', $path, $params);
    }

    /**
     * Every item of a list. The next page is asked for when it is needed; get() reads one page.
     *
     * @return \Generator<int, array<string, mixed>>
     */
    public function list(string $path, mixed ...$params): \Generator
    {
        do {
            [$data, $params['cursor']] = $this->page($path, $params);
            foreach ($data as $item) {
                yield $item;
            }
        } while ($params['cursor'] !== null);
    }

    /**
     * Every event after $after, the id of the last one that you handled, and then those that happen: it does not end by itself. Failures of the
     * network and of the service are waited out. Without $after it begins with the oldest that is kept.
     *
     * @return \Generator<int, array<string, mixed>>
     */
    public function events(?string $after = null, mixed ...$params): \Generator
    {
        $query = ['since' => $after, 'limit' => self::EVENTS_FULL_PAGE, ...$params];
        $query['wait'] = ($query['wait'] ?? 0) ?: self::EVENTS_WAIT; // without waiting, it would ask again and again
        $pause = self::EVENTS_FIRST_PAUSE;
        while (true) {
            try {
                [$data, $query['cursor']] = $this->page('/events', $query);
            } catch (FeedbackException $error) {
                if ($error->getCode() !== 'network_error' && $error->status !== 429 && $error->status < 500) {
                    throw $error;
                }
                ($this->sleep)($pause);
                $pause = min($pause * 2, self::EVENTS_LONGEST_PAUSE);
                continue;
            }
            $pause = self::EVENTS_FIRST_PAUSE;
            foreach ($data as $event) {
                yield $event;
            }
        }
    }

    /**
     * @param array<string, mixed> $params
     * @return array{list<array<string, mixed>>, ?string} its items and the next cursor
     */
    private function page(string $path, array $params): array
    {
        $page = $this->get($path, ...$params)->getArrayCopy();
        if (is_array($page['data'] ?? null) && array_key_exists('next_cursor', $page)) {
            return [$page['data'], $page['next_cursor']];
        }
        throw new FeedbackException('unexpected_answer', 'This is no page of a list.', 200, 'Check the path and apiOrigin.');
    }

    /**
     * Everything is made once for all tries: the key and the text stay the same.
     *
     * @param array<string, mixed> $params
     * @param array<string, mixed>|Raw|null $body
     * @param array<string, string> $headers
     */
    private function call(string $method, string $path, array $params, array|Raw|null $body = null, array $headers = []): Answer
    {
        $address = self::address($path, $params);
        $raw = is_array($body) ? self::json($body) : $body;
        if ($raw !== null) {
            $headers['Content-Type'] = $raw->contentType;
        }
        $mayHaveWorked = false;
        for ($tries = 1;; $tries++) {
            try {
                return $this->transport->send($method, $address, $headers, $raw?->data);
            } catch (FeedbackException $error) {
                // It is gone, as requested: an earlier attempt deleted it, and only its answer was lost.
                if ($mayHaveWorked && $method === 'DELETE' && $error->status === 404) {
                    return new Answer();
                }
                $pause = $error->retryAfter ?? self::FIRST_PAUSE * 2 ** ($tries - 1) * mt_rand(500, 1000) / 1000;
                $isUnanswered = $error->getCode() === 'network_error' || in_array($error->status, [502, 504], true);
                $isRefused = in_array($error->status, [429, 503], true) || $error->getCode() === 'idempotency_in_progress';
                $isRepeatable = $isRefused || ($isUnanswered && $method !== 'PATCH');
                if (!$isRepeatable || $tries >= $this->tries || $pause > $this->longestWait) {
                    throw $error;
                }
                $mayHaveWorked = $mayHaveWorked || $isUnanswered;
                ($this->sleep)($pause);
            }
        }
    }

    /**
     * What the path names fills it; the rest is the query, an array one parameter for each value.
     *
     * @param array<string, mixed> $params
     */
    private static function address(string $template, array $params): string
    {
        if (preg_match(self::PATH, $template) !== 1) {
            $title = 'A path is one of the reference, such as "/posts/{id}". Pass values by their names.';
            throw new FeedbackException('argument_invalid', $title);
        }
        $path = preg_replace_callback('/\{(\w+)\}/', function (array $found) use (&$params): string {
            $value = $params[$found[1]] ?? null;
            unset($params[$found[1]]);
            // A name of only dots would mean a parent folder, and so another address.
            if (is_string($value) && trim($value, '.') !== '') {
                return self::encoded($value);
            }
            throw new FeedbackException('argument_invalid', "$found[1] must be the id of something.");
        }, $template);
        $query = [];
        foreach ($params as $name => $value) {
            if (!is_string($name)) {
                throw new FeedbackException('argument_invalid', 'Pass each value by its name, such as sort: "top".');
            }
            foreach (is_array($value) ? $value : [$value] as $one) {
                if ($one !== null) {
                    $query[] = "$name=" . self::encoded(self::word($one));
                }
            }
        }
        return $query === [] ? $path : "$path?" . implode('&', $query);
    }

    private static function word(mixed $value): string
    {
        return match (true) {
            is_bool($value) => $value ? 'true' : 'false',
            $value instanceof \DateTimeInterface => Json::instant($value),
            is_scalar($value), $value instanceof \Stringable => (string) $value,
            default => throw new FeedbackException('argument_invalid', get_debug_type($value) . ' is no value of a query.'),
        };
    }

    private static function encoded(string $text): string
    {
        return strtr(rawurlencode($text), ['%21' => '!', '%27' => "'", '%28' => '(', '%29' => ')', '%2A' => '*']);
    }

    /** @param array<string, mixed> $body */
    private static function json(array $body): Raw
    {
        try {
            array_walk_recursive($body, function (mixed &$value): void {
                $value = $value instanceof \DateTimeInterface ? Json::instant($value) : $value;
            });
            return new Raw(Json::write((object) $body), 'application/json');
        } catch (\JsonException) {
            throw new FeedbackException('argument_invalid', 'The body cannot be written as JSON.');
        }
    }

    /** A value that no header can hold would look like a network failure, and be tried again. */
    private static function header(string $name, string $value): string
    {
        if (preg_match('/\A[ -~]{1,255}\z/', $value) === 1) {
            return $value;
        }
        throw new FeedbackException('argument_invalid', "$name must be 1 to 255 printable ASCII characters.");
    }

    private static function optionInvalid(string $title): FeedbackException
    {
        return new FeedbackException('option_invalid', $title);
    }
}
