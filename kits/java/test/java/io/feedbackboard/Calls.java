package io.feedbackboard;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Runs the calls of the vectors with this kit. */
final class Calls {
    private final FeedbackClient client;
    private final Map<Integer, String> versions = new LinkedHashMap<>();

    Calls(FeedbackClient client) {
        this.client = client;
    }

    /** The result or the error of one call. */
    Object outcomeOf(Map<String, Object> step, List<Object> earlier) {
        try {
            Object value = value(step);
            if (value instanceof JsonObject) {
                ((JsonObject) value).etag().ifPresent(etag -> versions.put(earlier.size(), etag));
                value = ((JsonObject) value).raw();
            }
            return Collections.singletonMap("value", value);
        } catch (FeedbackException error) {
            return Collections.singletonMap("error", described(error));
        }
    }

    String versionOf(int step) {
        return versions.get(step);
    }

    static Map<String, Object> described(FeedbackException error) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("code", error.code());
        facts.put("status", error.status());
        facts.put("title", error.title());
        facts.put("detail", error.detail());
        facts.put("request_id", error.requestId().orElse(null));
        List<Object> errors = new ArrayList<>();
        for (FeedbackException.FieldError place : error.errors()) {
            Map<String, Object> described = new LinkedHashMap<>();
            described.put("pointer", place.pointer());
            described.put("detail", place.detail());
            errors.add(described);
        }
        facts.put("errors", errors);
        facts.put("retry_after_ms", error.retryAfterMs().isPresent() ? error.retryAfterMs().getAsLong() : null);
        return facts;
    }

    private Object value(Map<String, Object> step) {
        String call = (String) step.get("call");
        Map<String, Object> args = step.containsKey("args") ? Answers.membersOf(step.get("args")) : Collections.emptyMap();
        String id = (String) args.get("id");
        Map<String, Object> body = args.containsKey("body") ? Answers.membersOf(args.get("body")) : null;
        Listing<? extends JsonObject> listing = listing(call, id, args);
        if (listing != null) return step.containsKey("read") ? items(listing, step.get("read")) : page(listing.page((String) args.get("cursor")));
        CallOptions options = optionsOf(args);
        switch (call) {
            case "sign_in":
                return client.signIn();
            case "sign_out":
                client.signOut();
                return null;
            case "project":
                return client.project();
            case "roadmap":
                return page(client.roadmap(query(args)));
            case "posts.get":
                return client.posts().get(id);
            case "posts.create":
                return client.posts().create((String) body.get("title"), (String) body.get("body"), options);
            case "posts.edit":
                return client.posts().edit(id, body, options);
            case "posts.comments.create":
                return client.posts().comments().create(id, body, options);
            case "comments.edit":
                return client.comments().edit(id, (String) body.get("body"), options);
            case "changelog.get":
                return client.changelog().get(id);
            case "reports.create":
                return client.report(body);
            case "me.get":
                return client.me().get();
            case "me.update":
                return client.me().update(body, options);
            case "me.read_notifications":
                return Collections.singletonMap("unread_count", client.me().readNotifications((String) body.get("up_to")));
            case "me.export":
                return client.me().export();
            case "board_codes.create":
                return client.createBoardCode();
            case "request":
                return client.request((String) args.get("operation"), pathOf(args), null);
            default:
                return done(call, id);
        }
    }

    private Object done(String call, String id) {
        switch (call) {
            case "posts.delete":
                client.posts().delete(id);
                return null;
            case "posts.vote":
                client.posts().vote(id);
                return null;
            case "posts.unvote":
                client.posts().unvote(id);
                return null;
            case "posts.follow":
                client.posts().follow(id);
                return null;
            case "posts.unfollow":
                client.posts().unfollow(id);
                return null;
            case "comments.delete":
                client.comments().delete(id);
                return null;
            default:
                throw new IllegalArgumentException("No call of this kit: " + call);
        }
    }

    private Listing<? extends JsonObject> listing(String call, String id, Map<String, Object> args) {
        switch (call) {
            case "posts.list":
                return client.posts().list(query(args));
            case "posts.similar":
                return client.posts().similar((String) Answers.membersOf(args.get("query")).get("title"));
            case "posts.comments.list":
                return client.posts().comments().list(id, query(args));
            case "statuses.list":
                return client.statuses(query(args));
            case "tags.list":
                return client.tags(query(args));
            case "changelog.list":
                return client.changelog().list(query(args));
            case "me.posts":
                return client.me().posts(query(args));
            case "me.votes":
                return client.me().votes(query(args));
            case "me.follows":
                return client.me().follows(query(args));
            case "me.notifications":
                return client.me().notifications(query(args));
            default:
                return null;
        }
    }

    private CallOptions optionsOf(Map<String, Object> args) {
        if (args.containsKey("if_match")) return CallOptions.ifMatch((String) args.get("if_match"));
        if (args.containsKey("if_match_of")) return CallOptions.ifMatch(versionOf(((Number) args.get("if_match_of")).intValue()));
        if (args.containsKey("idempotency_key")) return CallOptions.idempotencyKey((String) args.get("idempotency_key"));
        return CallOptions.NONE;
    }

    private static Map<String, String> pathOf(Map<String, Object> args) {
        Map<String, String> path = new LinkedHashMap<>();
        Answers.membersOf(args.get("path")).forEach((name, value) -> path.put(name, (String) value));
        return path;
    }

    private static Query query(Map<String, Object> args) {
        Query query = Query.NONE;
        if (!args.containsKey("query")) return query;
        for (Map.Entry<String, Object> filter : Answers.membersOf(args.get("query")).entrySet()) {
            query = query.and(filter.getKey(), filter.getValue());
        }
        return query;
    }

    private static Object page(Page<? extends JsonObject> page) {
        Map<String, Object> members = new LinkedHashMap<>();
        List<Object> data = new ArrayList<>();
        for (JsonObject item : page.data()) data.add(item.raw());
        members.put("data", data);
        members.put("next_cursor", page.nextCursor().orElse(null));
        return members;
    }

    private static Object items(Listing<? extends JsonObject> listing, Object read) {
        List<Object> items = new ArrayList<>();
        long most = read instanceof Number ? ((Number) read).longValue() : Long.MAX_VALUE;
        Iterator<? extends JsonObject> iterator = listing.iterator();
        while (items.size() < most && iterator.hasNext()) items.add(iterator.next().raw());
        return items;
    }
}
