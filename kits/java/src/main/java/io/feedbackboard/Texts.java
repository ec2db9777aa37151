package io.feedbackboard;

import java.nio.charset.StandardCharsets;

/** Encodes text for addresses. */
final class Texts {
    private static final String PLAIN = "-_.!~*'()";

    private Texts() {}

    /** Percent-encoded as by encodeURIComponent; half of a surrogate pair, which has no encoding, is replaced. */
    static String encoded(String text) {
        StringBuilder whole = new StringBuilder();
        for (int at = 0; at < text.length(); at += 1) {
            char letter = text.charAt(at);
            if (isPairAt(text, at)) whole.append(letter).append(text.charAt(++at));
            else whole.append(Character.isSurrogate(letter) ? '\ufffd' : letter);
        }
        StringBuilder result = new StringBuilder();
        for (byte part : whole.toString().getBytes(StandardCharsets.UTF_8)) {
            boolean isPlain = part >= 'a' && part <= 'z' || part >= 'A' && part <= 'Z' || part >= '0' && part <= '9';
            if (isPlain || part > 0 && PLAIN.indexOf(part) >= 0) result.append((char) part);
            else result.append('%').append(hexadecimal(part >> 4)).append(hexadecimal(part));
        }
        return result.toString();
    }

    static boolean isPairAt(String text, int at) {
        return Character.isHighSurrogate(text.charAt(at))
                && at + 1 < text.length()
                && Character.isLowSurrogate(text.charAt(at + 1));
    }

    private static char hexadecimal(int value) {
        return "0123456789ABCDEF".charAt(value & 15);
    }
}
