<?php

declare(strict_types=1);

namespace FeedbackBoard;

/** A body that is not JSON, such as the lines of an import: new Raw($lines, 'application/x-ndjson'). */
final class Raw
{
    private const MEDIA_TYPE = '~\A[A-Za-z0-9!#$&^_.+-]+/[A-Za-z0-9!#$&^_.+-]+(?:; ?[a-z]+=[A-Za-z0-9_.+-]+)*\z~';

    public function __construct(public readonly string $data, public readonly string $contentType)
    {
        self::checkType($contentType);
    }

    /** A form with one part, the file: Raw::form($picture, 'image/png'). */
    public static function form(string $data, string $contentType): self
    {
        self::checkType($contentType);
        $boundary = bin2hex(random_bytes(16));
        $head = "--$boundary\r\nContent-Disposition: form-data; name=\"file\"; filename=\"file\"\r\nContent-Type: $contentType\r\n\r\n";
        return new self("$head$data\r\n--$boundary--\r\n", "multipart/form-data; boundary=$boundary");
    }

    /** A line break in it would be another header. */
    private static function checkType(string $contentType): void
    {
        if (preg_match(self::MEDIA_TYPE, $contentType) !== 1) {
            throw new FeedbackException('argument_invalid', 'contentType must be a media type, such as image/png.');
        }
    }
}
