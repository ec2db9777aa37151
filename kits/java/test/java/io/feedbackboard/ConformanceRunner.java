package io.feedbackboard;

import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** Runs the cases of kits/conformance from standard input, and prints the results on standard output. */
public final class ConformanceRunner {
    private static final String DEFAULT_TOKEN = "header.claims.signature";
    private static final String PROJECT_KEY = "svc_pk_live_conformance";

    private final Map<String, Object> asked;
    private final List<Object> outcomes = Collections.synchronizedList(new ArrayList<>());
    private final List<Object> pauses = Collections.synchronizedList(new ArrayList<>());
    private final List<Object> told = Collections.synchronizedList(new ArrayList<>());
    private final AtomicInteger tokensAsked = new AtomicInteger();
    private Calls calls;

    private ConformanceRunner(Map<String, Object> asked) {
        this.asked = asked;
    }

    public static void main(String[] words) throws Exception {
        List<Object> reports = new ArrayList<>();
        for (Object asked : list(read(System.in))) reports.add(new ConformanceRunner(Answers.membersOf(asked)).report());
        System.out.write(JsonWriter.write(reports).getBytes(StandardCharsets.UTF_8));
        System.out.flush();
    }

    static Object read(InputStream in) throws Exception {
        return JsonReader.read(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }

    private Map<String, Object> report() throws Exception {
        Map<String, Object> report = new LinkedHashMap<>();
        try {
            calls = new Calls(client());
            for (Object step : list(asked.get("steps"))) perform(Answers.membersOf(step));
        } catch (FeedbackException refused) {
            report.put("refused", Calls.described(refused));
        }
        int expected = asked.get("told") == null ? 0 : list(asked.get("told")).size();
        for (int n = 0; n < 500 && told.size() < expected; n += 1) Thread.sleep(10); // the listener runs on its own thread
        report.put("outcomes", outcomes);
        report.put("pauses", pauses);
        report.put("tokens_asked", tokensAsked.get());
        report.put("told", told);
        return report;
    }

    private FeedbackClient client() {
        Map<String, Object> options = Answers.membersOf(asked.get("options"));
        String origin = (String) options.getOrDefault("api_origin", asked.get("origin"));
        FeedbackClient.Builder builder =
                FeedbackClient.builder(origin, (String) options.getOrDefault("project_key", PROJECT_KEY))
                        .sleeper(this::pause)
                        .onSessionChange(user -> told.add(user.map(Me::id).orElse(null)));
        if (asked.get("tokens") != null) builder.tokenSource(this::newToken);
        if (options.containsKey("tries")) builder.tries(number(options, "tries"));
        if (options.containsKey("longest_wait_ms")) builder.longestWaitMs(number(options, "longest_wait_ms"));
        if (options.containsKey("token_timeout_ms")) builder.tokenTimeoutMs(number(options, "token_timeout_ms"));
        if (options.containsKey("request_timeout_ms")) builder.requestTimeoutMs(number(options, "request_timeout_ms"));
        return builder.build();
    }

    private void pause(long milliseconds) {
        List<?> expected = list(asked.get("pauses"));
        Object pause = pauses.size() < expected.size() ? expected.get(pauses.size()) : Collections.emptyMap();
        pauses.add(milliseconds);
        Object meanwhile = Answers.membersOf(pause).get("meanwhile");
        if (meanwhile == null) return;
        for (Object step : list(meanwhile)) calls.outcomeOf(Answers.membersOf(step), outcomes);
    }

    private String newToken() throws Exception {
        int count = tokensAsked.getAndIncrement();
        List<?> tokens = list(asked.get("tokens"));
        Object token = count < tokens.size() ? tokens.get(count) : DEFAULT_TOKEN;
        if (token instanceof String) return (String) token;
        if (Answers.membersOf(token).containsKey("fails")) throw new IllegalStateException("The backend is out of reach.");
        Thread.sleep(Long.MAX_VALUE);
        return "";
    }

    private void perform(Map<String, Object> step) {
        List<?> together = step.containsKey("together") ? list(step.get("together")) : Arrays.asList(step);
        List<CompletableFuture<Object>> begun = new ArrayList<>();
        List<Object> earlier = new ArrayList<>(outcomes);
        for (Object one : together) {
            Map<String, Object> call = Answers.membersOf(one);
            begun.add(CompletableFuture.supplyAsync(() -> calls.outcomeOf(call, earlier), work -> new Thread(work).start()));
        }
        for (CompletableFuture<Object> call : begun) outcomes.add(call.join());
    }

    private static int number(Map<String, Object> options, String name) {
        return ((Number) options.get(name)).intValue();
    }

    static List<?> list(Object value) {
        return value == null ? Collections.emptyList() : (List<?>) value;
    }
}
