package io.feedbackboard;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Runs kits/conformance/live.json on a live service; a backend of the test provides tokens and acts as the project's server. */
public final class LiveRunner {
    private final String backend;
    private final Calls calls;
    private final List<Object> outcomes = new ArrayList<>();
    private final Map<String, Object> learnt = new LinkedHashMap<>();

    private LiveRunner(Map<String, Object> walk) {
        backend = (String) walk.get("backend");
        calls = new Calls(FeedbackClient.builder((String) walk.get("origin"), (String) walk.get("project_key"))
                .tokenSource(() -> send("/token", ""))
                .build());
    }

    public static void main(String[] words) throws Exception {
        List<Object> reports = new ArrayList<>();
        for (Object walk : ConformanceRunner.list(ConformanceRunner.read(System.in))) {
            Map<String, Object> members = Answers.membersOf(walk);
            reports.add(new LiveRunner(members).report(ConformanceRunner.list(members.get("steps"))));
        }
        System.out.write(JsonWriter.write(reports).getBytes(StandardCharsets.UTF_8));
        System.out.flush();
    }

    private Map<String, Object> report(List<?> steps) throws IOException {
        for (Object written : steps) {
            Map<String, Object> step = Answers.membersOf(filled(written));
            if (step.containsKey("server")) send("/server", JsonWriter.write(step.get("server")));
            if (step.containsKey("call")) call(step);
        }
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("outcomes", outcomes);
        report.put("learnt", learnt);
        return report;
    }

    private void call(Map<String, Object> step) {
        int place = outcomes.size();
        Map<String, Object> outcome = Answers.membersOf(calls.outcomeOf(step, outcomes));
        outcomes.add(outcome);
        if (!step.containsKey("keep") || outcome.get("value") == null) return;
        Answers.membersOf(step.get("keep")).forEach((name, member) -> {
            Object kept = member.equals("ETag") ? calls.versionOf(place) : Answers.membersOf(outcome.get("value")).get(member);
            learnt.put(name, kept);
        });
    }

    private Object filled(Object value) {
        if (value instanceof String) {
            String text = (String) value;
            for (Map.Entry<String, Object> known : learnt.entrySet()) {
                text = text.replace("{" + known.getKey() + "}", String.valueOf(known.getValue()));
            }
            return text;
        }
        if (value instanceof List) {
            List<Object> items = new ArrayList<>();
            for (Object item : (List<?>) value) items.add(filled(item));
            return items;
        }
        if (!(value instanceof Map)) return value;
        Map<String, Object> members = new LinkedHashMap<>();
        Answers.membersOf(value).forEach((name, member) -> members.put(name, filled(member)));
        return members;
    }

    private String send(String path, String body) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) new URL(backend + path).openConnection();
        connection.setDoOutput(true);
        try (OutputStream out = connection.getOutputStream()) {
            out.write(body.getBytes(StandardCharsets.UTF_8));
        }
        try (InputStream in = connection.getInputStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
