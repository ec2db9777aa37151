<?php

declare(strict_types=1);

namespace FeedbackBoard;

/** What was sent is not from the service, or is too old. Answer with a 400 and do nothing. getCode() is a name. It never holds the secret. */
final class WebhookException extends \UnexpectedValueException
{
    public function __construct(string $code, string $message)
    {
        parent::__construct("$code: $message");
        $this->code = $code;
    }
}
