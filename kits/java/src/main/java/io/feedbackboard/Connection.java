package io.feedbackboard;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Calls of the API by their operation, such as "GET /posts/{id}", with a session where one is needed. */
final class Connection {
    private static final Pattern PLACE = Pattern.compile("\\{(\\w+)\\}");

    private final Options options;
    private final Delivery delivery;
    final Sessions sessions;

    Connection(Options options) {
        this.options = options;
        delivery = new Delivery(options);
        sessions = new Sessions(options, delivery);
    }

    Answers.Result send(String operation, Map<String, String> path, Query query, Object body, CallOptions call) {
        int space = operation.indexOf(' ');
        String method = operation.substring(0, Math.max(space, 0));
        String template = operation.substring(space + 1);
        Delivery.Parcel parcel = parcelOf(method, template, path, query, body, call);
        int begun = sessions.era();
        Sessions.Session session = needsSession(method, template) ? sessions.need() : sessions.ifAny();
        for (boolean isRenewed = false; ; isRenewed = true) {
            try {
                Runnable check = session == null ? () -> {} : () -> sessions.checkSince(begun);
                return delivery.deliver(parcel.with(sessions.headersOf(session)), check);
            } catch (FeedbackException error) {
                session = renewed(session, error, isRenewed, begun);
            }
        }
    }

    /** A new session for a call that failed with the old one; throws if a new one would not help or would be another user's. */
    private Sessions.Session renewed(Sessions.Session before, FeedbackException error, boolean isSecond, int begun) {
        boolean isBanned = error.code().equals("user_banned"); // a new token would not help
        if (!isBanned && !Sessions.isOver(error)) throw error;
        if (before != null) sessions.forget(before);
        if (isBanned || isSecond || options.tokenSource == null) {
            sessions.tell();
            throw error;
        }
        sessions.checkSince(begun);
        Sessions.Session session = sessions.need();
        if (before != null && !before.user.id().equals(session.user.id())) {
            throw FeedbackException.of("user_changed", "Somebody else is signed in now; the call was not repeated.").exception();
        }
        return session;
    }

    /** Public reads work without a session; a private board answers that it needs one. */
    private static boolean needsSession(String method, String template) {
        return !method.equals("GET") || template.startsWith("/me");
    }

    /** Made once for all tries: its key and its text stay the same, even if the caller changes the body object meanwhile. */
    private static Delivery.Parcel parcelOf(
            String method, String template, Map<String, String> path, Query query, Object body, CallOptions call) {
        Map<String, String> headers = new LinkedHashMap<>();
        if (method.equals("POST")) headers.put("Idempotency-Key", checked("idempotencyKey", call.keyOr(UUID.randomUUID().toString())));
        if (call.ifMatch() != null) headers.put("If-Match", checked("ifMatch", call.ifMatch()));
        String text = body == null ? null : JsonWriter.write(body);
        return new Delivery.Parcel(method, pathOf(template, path) + query, headers, text);
    }

    /** A value that no header can hold would look like a network failure, and be tried again. */
    private static String checked(String name, String value) {
        if (value.matches("[ -~]{1,255}")) return value;
        throw FeedbackException.of("argument_invalid", name + " must be 1 to 255 printable ASCII characters.").exception();
    }

    private static String pathOf(String template, Map<String, String> values) {
        Matcher places = PLACE.matcher(template);
        StringBuilder path = new StringBuilder();
        int end = 0;
        while (places.find()) {
            String value = values.get(places.group(1));
            // A name of only dots would mean a parent folder, and so another address.
            if (value == null || value.matches("\\.*")) {
                throw FeedbackException.of("argument_invalid", places.group(1) + " must be the id of something.").exception();
            }
            path.append(template, end, places.start()).append(Texts.encoded(value));
            end = places.end();
        }
        return path.append(template, end, template.length()).toString();
    }
}
