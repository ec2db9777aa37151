package io.feedbackboard;

import java.util.LinkedHashMap;
import java.util.Map;

/** Checks that no vector can express, each with a sentence. Prints {"sentence": null or what went wrong}. */
public final class Checks {
    private static final Map<String, Check> ALL = new LinkedHashMap<>();

    /** Throws if its sentence is not true. */
    @FunctionalInterface
    interface Check {
        void run() throws Exception;
    }

    private Checks() {}

    static void that(String sentence, Check check) {
        ALL.put(sentence, check);
    }

    static void expect(Object expected, Object actual) {
        if (!String.valueOf(expected).equals(String.valueOf(actual))) {
            throw new AssertionError(actual + " instead of " + expected);
        }
    }

    /** The code of the FeedbackException that the work ends with. */
    static String codeOf(Check work) throws Exception {
        try {
            work.run();
            return "no error";
        } catch (FeedbackException error) {
            return error.code();
        }
    }

    public static void main(String[] words) {
        JsonChecks.add();
        ThreadChecks.add();
        TransportChecks.add();
        Map<String, Object> results = new LinkedHashMap<>();
        ALL.forEach((sentence, check) -> {
            try {
                check.run();
                results.put(sentence, null);
            } catch (Throwable fault) {
                results.put(sentence, String.valueOf(fault));
            }
        });
        System.out.println(JsonWriter.write(results));
    }
}
