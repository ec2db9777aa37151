package io.feedbackboard;

import static io.feedbackboard.Checks.codeOf;
import static io.feedbackboard.Checks.expect;
import static io.feedbackboard.Checks.that;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Checks of hostile and damaged JSON. */
final class JsonChecks {
    private static final String[] WRONG = {
        "", " ", "{", "}", "[", "]", "[1,]", "[,1]", "[1 2]", "{\"a\":1,}", "{,}", "{\"a\"}", "{\"a\" 1}", "{a:1}", "{1:1}", "01", "-01", "1.", ".5", "+1", "-",
        "1e", "1e+", "0x1", "NaN", "Infinity", "1e999", "-1e999", "tru", "True", "nul", "nullx", "undefined", "'a'", "\"", "\"a", "\"\\\"", "\"\\x\"",
        "\"\\u12\"", "\"\\u12g4\"", "\"\\u\uff11234\"", "\"a\tb\"", "\"a\nb\"", "\"\u0000\"", "1 2", "{}{}", "[]]", "{\"a\":1,\"a\":2}", "\ufeff1", "\u00a01",
        "/**/1", "1//", "[1", "{\"a\":1", "{\"a\":", "\\u0031", "--1", "1-", "1.2.3",
    };
    private static final String[] RIGHT = {
        "null", "true", "false", "0", "-0", "-12", "123456789012345678", "0.5", "-1.5e3", "\"\"", "\"a\"", "[]", "{}", "[[],{}]", "{\"b\":1,\"a\":[null,true]}",
        "\"\u2028\"", "\"\ud83c\udf1a\"",
    };

    private JsonChecks() {}

    static void add() {
        that("JSON is read as it was written", JsonChecks::rightIsRead);
        that("What is not JSON to the letter is refused", JsonChecks::wrongIsRefused);
        that("JSON that is deeper than the stack is refused, not followed", JsonChecks::deepIsRefused);
        that("Whatever is written is read again as it was", JsonChecks::roundTrip);
        that("Damaged JSON is read or refused, and nothing else happens", JsonChecks::damagedIsSafe);
        that("Half of a surrogate pair is sent as its escape", () -> expect("\"\\ud83d \\udf1a\"", JsonWriter.write("\ud83d \udf1a")));
        that("What JSON does not have is refused before it is sent", JsonChecks::unwritableIsRefused);
        that("An answer and a wrong place print what they are", () -> {
            Map<String, Object> read = Answers.membersOf(JsonReader.read("{\"id\":\"pst_1\"}"));
            expect("Post(pst_1)", new Post(new Answers.Result(read, null)));
            expect("/title: is missing", new FeedbackException.FieldError("/title", "is missing"));
        });
        that("The names that somebody can choose are read", () -> {
            String choices = "{\"name_choices\":[{\"choice\":\"default\",\"preview\":\"Acme user\"},{\"choice\":\"custom\",\"preview\":null}]}";
            Me me = new Me(new Answers.Result(Answers.membersOf(JsonReader.read(choices)), null));
            expect("default", me.nameChoices().get(0).choice());
            expect("Optional[Acme user]", me.nameChoices().get(0).preview());
            expect("Optional.empty", me.nameChoices().get(1).preview());
        });
        that("The kit’s own errors say what to do", JsonChecks::errorsHaveDetail);
        that("What was read cannot be changed", () -> {
            Map<String, Object> read = Answers.membersOf(JsonReader.read("{\"a\":[1]}"));
            try {
                read.put("b", 2);
            } catch (UnsupportedOperationException asItShould) {
                return;
            }
            throw new AssertionError("changed");
        });
    }

    private static void errorsHaveDetail() {
        List<Runnable> wrong = Arrays.asList(
                () -> FeedbackClient.builder("x", "svc_pk_live_x").build(),
                () -> FeedbackClient.builder("https://api.example.com", "svc_pk_live_x")
                        .tokenSource(() -> null)
                        .build()
                        .signIn());
        for (Runnable work : wrong) {
            try {
                work.run();
                throw new AssertionError("no error");
            } catch (FeedbackException error) {
                if (error.detail().isEmpty()) throw new AssertionError(error.code() + " has no detail");
            }
        }
        boolean isAborted = Waiting.aborted(new InterruptedException()).detail().isEmpty();
        Thread.interrupted(); // the line above set it
        expect(false, isAborted);
    }

    private static void rightIsRead() {
        for (String text : RIGHT) expect(text.equals("-0") ? "0" : text.equals("-1.5e3") ? "-1500.0" : text, JsonWriter.write(JsonReader.read(text)));
        expect("[a\"\\/\b\f\n\r\t\u00e4\ud83c\udf1a, 1]", JsonReader.read(" [ \"a\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00E4\\ud83c\\udf1a\" ,\r\n\t1 ] "));
        expect("1.0E19", JsonReader.read("10000000000000000000"));
    }

    private static void wrongIsRefused() {
        for (String text : WRONG) {
            try {
                throw new AssertionError(text + " was read as " + JsonReader.read(text));
            } catch (IllegalArgumentException asItShould) {
                continue;
            }
        }
    }

    private static void deepIsRefused() {
        for (String open : new String[] {"[", "{\"a\":"}) {
            StringBuilder deep = new StringBuilder();
            for (int n = 0; n < 200_000; n += 1) deep.append(open);
            try {
                JsonReader.read(deep.toString());
            } catch (IllegalArgumentException asItShould) {
                continue;
            }
            throw new AssertionError("read");
        }
    }

    private static void roundTrip() {
        Random random = new Random(7);
        for (int n = 0; n < 2000; n += 1) {
            Object value = anything(random, 0);
            expect(value, JsonReader.read(JsonWriter.write(value)));
        }
    }

    private static void damagedIsSafe() {
        Random random = new Random(8);
        for (int n = 0; n < 5000; n += 1) {
            StringBuilder text = new StringBuilder(JsonWriter.write(anything(random, 0)));
            for (int edits = random.nextInt(4); edits >= 0; edits -= 1) {
                int at = random.nextInt(text.length());
                text.setCharAt(at, "{}[]\",:\\u0e-.tn \u0000\ud83d".charAt(random.nextInt(18)));
            }
            try {
                JsonReader.read(text.toString());
            } catch (IllegalArgumentException refused) {
                continue;
            }
        }
    }

    private static Object anything(Random random, int depth) {
        switch (random.nextInt(depth > 4 ? 5 : 7)) {
            case 0:
                return null;
            case 1:
                return random.nextBoolean();
            case 2:
                return (long) random.nextInt();
            case 3:
                return random.nextDouble() * 1e6;
            case 4:
                StringBuilder text = new StringBuilder();
                for (int n = random.nextInt(8); n > 0; n -= 1) text.append((char) random.nextInt(0x10000));
                return text.toString();
            case 5:
                List<Object> items = new ArrayList<>();
                for (int n = random.nextInt(4); n > 0; n -= 1) items.add(anything(random, depth + 1));
                return items;
            default:
                Map<String, Object> members = new LinkedHashMap<>();
                for (int n = random.nextInt(4); n > 0; n -= 1) members.put("m" + random.nextInt(9), anything(random, depth + 1));
                return members;
        }
    }

    private static void unwritableIsRefused() throws Exception {
        List<Object> itself = new ArrayList<>();
        itself.add(itself);
        for (Object value : Arrays.asList(Double.NaN, Float.POSITIVE_INFINITY, new Object(), itself, Collections.singletonMap("a", 'c'))) {
            expect("argument_invalid", codeOf(() -> JsonWriter.write(value)));
        }
    }
}
