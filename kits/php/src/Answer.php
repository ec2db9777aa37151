<?php

declare(strict_types=1);

namespace FeedbackBoard;

/**
 * What the service answered, to be read as an array; empty if it had nothing to say.
 * @extends \ArrayObject<string, mixed>
 */
final class Answer extends \ArrayObject
{
    /**
     * @param array<string, mixed> $members
     * @param ?string $etag its version, for ifMatch; items of lists have none
     */
    public function __construct(array $members = [], public readonly ?string $etag = null)
    {
        parent::__construct($members);
    }
}
