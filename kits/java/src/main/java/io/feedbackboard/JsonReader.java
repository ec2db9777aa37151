package io.feedbackboard;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads exactly the JSON of RFC 8259: objects become unmodifiable maps in their order, arrays lists, whole numbers
 * {@link Long} where they fit and other numbers {@link Double}.
 */
final class JsonReader {
    /** Answers of the service are at most seven levels deep; without a limit, an attacker could cause a StackOverflowError. */
    private static final int DEEPEST = 64;

    private final String text;
    private int at;

    private JsonReader(String text) {
        this.text = text;
    }

    /** @throws IllegalArgumentException if the text is not one JSON value */
    static Object read(String text) {
        JsonReader reader = new JsonReader(text);
        Object value = reader.value(0);
        reader.skipBlanks();
        if (reader.at < text.length()) throw reader.fault("something after the end");
        return value;
    }

    private Object value(int depth) {
        if (depth > DEEPEST) throw fault("too deep");
        skipBlanks();
        switch (peek()) {
            case '{':
                return object(depth);
            case '[':
                return array(depth);
            case '"':
                return string();
            case 't':
                return word("true", Boolean.TRUE);
            case 'f':
                return word("false", Boolean.FALSE);
            case 'n':
                return word("null", null);
            default:
                return number();
        }
    }

    private Map<String, Object> object(int depth) {
        Map<String, Object> members = new LinkedHashMap<>();
        at += 1;
        skipBlanks();
        if (taken('}')) return Collections.unmodifiableMap(members);
        do {
            skipBlanks();
            if (peek() != '"') throw fault("no name of a member");
            String name = string();
            skipBlanks();
            if (!taken(':')) throw fault("no colon");
            Object value = value(depth + 1);
            if (members.containsKey(name)) throw fault("a member named twice");
            members.put(name, value);
            skipBlanks();
        } while (taken(','));
        if (!taken('}')) throw fault("an object without its end");
        return Collections.unmodifiableMap(members);
    }

    private List<Object> array(int depth) {
        List<Object> items = new ArrayList<>();
        at += 1;
        skipBlanks();
        if (taken(']')) return Collections.unmodifiableList(items);
        do {
            items.add(value(depth + 1));
            skipBlanks();
        } while (taken(','));
        if (!taken(']')) throw fault("an array without its end");
        return Collections.unmodifiableList(items);
    }

    private String string() {
        StringBuilder result = new StringBuilder();
        at += 1;
        while (true) {
            char next = next();
            if (next == '"') return result.toString();
            if (next < ' ') throw fault("a control character in a text");
            result.append(next == '\\' ? escaped() : next);
        }
    }

    private char escaped() {
        char letter = next();
        int place = "\"\\/bfnrt".indexOf(letter);
        if (place >= 0) return "\"\\/\b\f\n\r\t".charAt(place);
        if (letter != 'u') throw fault("an unknown escape");
        int code = 0;
        for (int n = 0; n < 4; n += 1) {
            char digit = next();
            int worth = digit < 128 ? Character.digit(digit, 16) : -1;
            if (worth < 0) throw fault("an escape without its four digits");
            code = code * 16 + worth;
        }
        return (char) code;
    }

    private Number number() {
        int start = at;
        taken('-');
        if (!taken('0')) digits();
        boolean isWhole = true;
        if (taken('.')) {
            isWhole = false;
            digits();
        }
        if (taken('e') || taken('E')) {
            isWhole = false;
            if (!taken('+')) taken('-');
            digits();
        }
        String written = text.substring(start, at);
        if (isWhole && written.length() <= 18) return Long.valueOf(written);
        double value = Double.parseDouble(written);
        if (Double.isInfinite(value)) throw fault("a number beyond all bounds");
        return value;
    }

    private void digits() {
        int start = at;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') at += 1;
        if (at == start) throw fault("no digit");
    }

    private Boolean word(String word, Boolean value) {
        if (!text.startsWith(word, at)) throw fault("an unknown word");
        at += word.length();
        return value;
    }

    private boolean taken(char expected) {
        if (at >= text.length() || text.charAt(at) != expected) return false;
        at += 1;
        return true;
    }

    private char peek() {
        if (at >= text.length()) throw fault("the end too early");
        return text.charAt(at);
    }

    private char next() {
        char next = peek();
        at += 1;
        return next;
    }

    private void skipBlanks() {
        while (at < text.length() && " \t\n\r".indexOf(text.charAt(at)) >= 0) at += 1;
    }

    private IllegalArgumentException fault(String what) {
        return new IllegalArgumentException("Not JSON: " + what + " at " + at);
    }
}
