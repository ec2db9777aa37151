<?php

declare(strict_types=1);

namespace FeedbackBoard;

/** The input cannot become a token that the service would accept. getCode() is a name to match on. It never holds a key, a token or a claim's value. */
final class SigningException extends \InvalidArgumentException
{
    public function __construct(string $code, string $message)
    {
        parent::__construct($message);
        $this->code = $code;
    }
}
