<?php

/** Reads a task from standard input, does what it says with this kit, and prints a report: see docs/guides/kits/write-a-kit.md. */

declare(strict_types=1);

use FeedbackBoard\{Client, FeedbackException, KeyPair, Raw, Signer, SignInToken, SigningException, User, Webhook, WebhookException};

error_reporting(E_ALL);
set_error_handler(fn ($kind, $text) => error_reporting() & $kind ? throw new ErrorException($text) : false);
spl_autoload_register(fn ($class) => require __DIR__ . '/../src/' . substr($class, strlen('FeedbackBoard\\')) . '.php');

function at(int $seconds): DateTimeImmutable
{
    return new DateTimeImmutable("@$seconds");
}

/** Names of the vectors as this language has them. */
function camelCased(array $members): array
{
    $camel = fn ($name) => lcfirst(str_replace('_', '', ucwords($name, '_')));
    return array_combine(array_map($camel, array_keys($members)), array_values($members));
}

function signed(array $given): array
{
    $input = camelCased($given);
    $input['user'] = new User(...camelCased($input['user']));
    if (isset($input['now'])) {
        $input['now'] = at($input['now']);
    }
    try {
        return ['token' => SignInToken::sign(...$input)];
    } catch (SigningException $error) {
        return ['error' => ['code' => $error->getCode(), 'message' => $error->getMessage()]];
    }
}

function verified(array $given): array
{
    try {
        return ['event' => Webhook::verify($given['secret'], $given['headers'], $given['body'], at($given['now']))];
    } catch (WebhookException $error) {
        return ['error' => $error->getCode()];
    }
}

function described(FeedbackException $error): array
{
    return [
        'code' => $error->getCode(),
        'status' => $error->status,
        'title' => $error->title,
        'detail' => $error->detail,
        'request_id' => $error->requestId,
        'errors' => $error->errors,
        'retry_after_ms' => $error->retryAfter === null ? null : (int) round($error->retryAfter * 1000),
    ];
}

function called(array $given): array
{
    $report = ['outcomes' => [], 'pauses' => [], 'tokens_asked' => 0, 'told' => []];
    $options = $given['options'];
    $settings = array_filter([
        'tries' => $options['tries'] ?? null,
        'longestWait' => isset($options['longest_wait_ms']) ? $options['longest_wait_ms'] / 1000 : null,
        'requestTimeout' => isset($options['request_timeout_ms']) ? $options['request_timeout_ms'] / 1000 : null,
    ], fn ($setting) => $setting !== null);
    $sleep = function (float $pause) use (&$report) {
        $report['pauses'][] = $pause * 1000;
    };
    try {
        $client = new Client($options['api_origin'] ?? $given['origin'], $options['secret_key'], ...$settings, sleep: $sleep);
    } catch (FeedbackException $error) {
        return [...$report, 'refused' => described($error)];
    }
    $answers = [];
    foreach ($given['steps'] as $step) {
        try {
            $answers[] = $answer = outcome($client, $step, $answers);
            $isEmpty = !is_array($answer) && count($answer) === 0; // a 204 is an empty answer
            $report['outcomes'][] = ['value' => $isEmpty ? null : (array) $answer];
        } catch (FeedbackException $error) {
            $answers[] = null;
            $report['outcomes'][] = ['error' => described($error)];
        }
    }
    return $report;
}

function outcome(Client $client, array $step, array $answers): mixed
{
    [$method, $path] = explode(' ', $step['call']);
    $args = $step['args'];
    $params = [...$args['path'], ...$args['query']];
    if (isset($step['read'])) {
        $items = [];
        foreach ($client->list($path, ...$params) as $item) {
            $items[] = $item;
            if (count($items) === $step['read']) {
                break;
            }
        }
        return $items;
    }
    $named = array_filter([
        'body' => $args['body'] ?? null,
        'ifMatch' => isset($args['if_match_of']) ? $answers[$args['if_match_of']]->etag : $args['if_match'] ?? null,
        'idempotencyKey' => $args['idempotency_key'] ?? null,
    ], fn ($value) => $value !== null);
    return $client->{strtolower($method)}($path, ...$named, ...$params);
}

function printed(string $samples, array $webhook): string
{
    ['headers' => $headers, 'body' => $rawBody] = $webhook;
    ob_start();
    eval($samples);
    return ob_get_clean();
}

function live(array $given): array
{
    $board = new Client($given['origin'], getenv('FEEDBACK_SECRET_KEY'));
    $picture = $board->post('/files', Raw::form(base64_decode($given['picture']), 'image/png'));
    $since = new DateTimeImmutable('2020-01-01T00:00:00Z');
    $board->get('/posts', updated_after: $since);
    $board->post('/posts', ['title' => 'With a time', 'created_at' => $since]);
    $lines = new Raw($given['lines'], 'application/x-ndjson');
    return [
        'markdown' => $picture['markdown'],
        'imported' => $board->post('/imports', $lines, source: 'old-tool', dry_run: true),
        'refused' => [
            refusal(fn () => Raw::form('', "image/png\r\nX-Other: 1")),
            refusal(fn () => new Raw('', "text/plain\r\nX-Other: 1")),
        ],
    ];
}

function refusal(Closure $call): ?string
{
    try {
        $call();
        return null;
    } catch (FeedbackException $error) {
        return $error->getCode();
    }
}

/** How things look in var_dump and print_r. */
function shown(): array
{
    $signer = new Signer('prj_1', 'k', getenv('FEEDBACK_PRIVATE_KEY'), 'https://a.example', 'https://b.example');
    $board = new Client('http://127.0.0.1:9', getenv('FEEDBACK_SECRET_KEY'), tries: 1);
    $lost = null;
    try {
        $board->get('/posts');
    } catch (FeedbackException $error) {
        $lost = $error;
    }
    ob_start();
    foreach ([$signer, $board, KeyPair::generate()] as $one) {
        var_dump($one);
        print_r($one);
        echo "\0";
    }
    return [...explode("\0", ob_get_clean()), (string) $lost];
}

$task = json_decode(stream_get_contents(STDIN), true, flags: JSON_THROW_ON_ERROR);
echo json_encode([
    'signing' => array_map(signed(...), $task['signing']),
    'webhooks' => array_map(verified(...), $task['webhooks']),
    'calls' => array_map(called(...), $task['calls']),
    'printed' => printed($task['samples'], $task['webhook']),
    'live' => live($task['live']),
    'shown' => shown(),
], JSON_THROW_ON_ERROR);
