package io.feedbackboard;

import java.util.Map;

/** Writes maps, lists, texts, numbers, booleans and null as JSON. */
final class JsonWriter {
    private static final int DEEPEST = 64;

    private final StringBuilder text = new StringBuilder();

    private JsonWriter() {}

    static String write(Object value) {
        JsonWriter writer = new JsonWriter();
        writer.value(value, 0);
        return writer.text.toString();
    }

    private void value(Object value, int depth) {
        if (depth > DEEPEST) throw wrong("is too deep, or holds itself");
        if (value == null || value instanceof Boolean) text.append(value);
        else if (value instanceof CharSequence) string(value.toString());
        else if (value instanceof Number) number((Number) value);
        else if (value instanceof Map) object((Map<?, ?>) value, depth);
        else if (value instanceof Iterable) array((Iterable<?>) value, depth);
        else throw wrong("holds a " + value.getClass().getName());
    }

    private void object(Map<?, ?> members, int depth) {
        String separator = "{";
        for (Map.Entry<?, ?> member : members.entrySet()) {
            text.append(separator);
            string(String.valueOf(member.getKey()));
            text.append(':');
            value(member.getValue(), depth + 1);
            separator = ",";
        }
        text.append(members.isEmpty() ? "{}" : "}");
    }

    private void array(Iterable<?> items, int depth) {
        text.append('[');
        String separator = "";
        for (Object item : items) {
            text.append(separator);
            value(item, depth + 1);
            separator = ",";
        }
        text.append(']');
    }

    private void number(Number number) {
        double value = number.doubleValue();
        if (Double.isNaN(value) || Double.isInfinite(value)) throw wrong("holds a number that JSON does not have");
        text.append(number);
    }

    private void string(String value) {
        text.append('"');
        for (int at = 0; at < value.length(); at += 1) {
            char letter = value.charAt(at);
            boolean isPair = Texts.isPairAt(value, at);
            if (isPair) text.append(letter).append(value.charAt(++at));
            else if (letter == '"' || letter == '\\') text.append('\\').append(letter);
            else if (letter < ' ' || Character.isSurrogate(letter)) text.append(String.format("\\u%04x", (int) letter));
            else text.append(letter);
        }
        text.append('"');
    }

    private static FeedbackException wrong(String what) {
        return FeedbackException.of("argument_invalid", "What shall be sent " + what + ".").exception();
    }
}
