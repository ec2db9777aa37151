<?php

declare(strict_types=1);

namespace FeedbackBoard;

/** An error of the service or of the connection to it. getCode() is a name to match on. It never holds the key. */
final class FeedbackException extends \RuntimeException
{
    /**
     * @param int $status the HTTP status; 0 if there was no answer
     * @param string $detail what to do about it
     * @param ?string $requestId finds the request in the service's log
     * @param list<array{pointer: string, detail: string}> $errors each invalid place of a body or query
     * @param ?float $retryAfter how many seconds the service asked to wait
     */
    public function __construct(
        string $code,
        public readonly string $title,
        public readonly int $status = 0,
        public readonly string $detail = '',
        public readonly ?string $requestId = null,
        public readonly array $errors = [],
        public readonly ?float $retryAfter = null,
    ) {
        parent::__construct(rtrim("$code: $title $detail"));
        $this->code = $code;
    }
}
