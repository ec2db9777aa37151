<?php

declare(strict_types=1);

namespace FeedbackBoard;

/** A body that is not JSON, such as the lines of an import: new Raw($lines, 'application/x-ndjson'). */
final class Raw
{
    public function __construct(public readonly string $data, public readonly string $contentType)
    {
    }

    /** A form with one part, the file: Raw::form($picture, 'image/png'). */
    public static function form(string $data, string $contentType): self
    {
        $boundary = bin2hex(random_bytes(16));
        $head = "--$boundary\r\nContent-Disposition: form-data; name=\"file\"; filename=\"file\"\r\nContent-Type: $contentType\r\n\r\n";
        return new self("$head$data\r\n--$boundary--\r\n", "multipart/form-data; boundary=$boundary");
    }
}
