<?php

declare(strict_types=1);

namespace FeedbackBoard;

/** @internal */
final class Json
{
    /** Throws a JsonException for a text that is not UTF-8, among others. */
    public static function write(mixed $value): string
    {
        $flags = JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_LINE_TERMINATORS | JSON_UNESCAPED_SLASHES | JSON_PRESERVE_ZERO_FRACTION;
        return json_encode($value, $flags | JSON_THROW_ON_ERROR);
    }

    /** Null if it is no JSON. */
    public static function read(string $text): mixed
    {
        return json_decode($text, true);
    }

    /** A time as the API has it. */
    public static function instant(\DateTimeInterface $time): string
    {
        return \DateTimeImmutable::createFromInterface($time)->setTimezone(new \DateTimeZone('UTC'))->format('Y-m-d\TH:i:s.v\Z');
    }
}
