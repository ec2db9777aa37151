package io.feedbackboard;

import io.feedbackboard.FeedbackException.FieldError;
import java.text.ParseException;
import java.text.SimpleDateFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads answers. */
final class Answers {
    private static final Pattern CHALLENGE = Pattern.compile("^Bearer error=\"(\\w{1,100})\"");

    private Answers() {}

    /** Throws if the answer is a problem, or does not come from the service; null for 204. */
    static Result read(Transport.Answer answer) {
        int status = answer.status();
        if (status == 204) return new Result(null, null);
        if (status >= 300 && status < 400) throw unanswered("The answer leads elsewhere.", null);
        Object body = parsed(answer.body());
        if (status < 200 || status > 299) throw problemOf(answer, body);
        if (!(body instanceof Map)) throw unexpected(answer);
        return new Result(membersOf(body), answer.header("ETag"));
    }

    /** The result of a call: the members and their version. */
    static final class Result {
        final Map<String, Object> members;
        final String etag;

        Result(Map<String, Object> members, String etag) {
            this.members = members;
            this.etag = etag;
        }
    }

    /** The reader makes such maps; the caller has checked that it is one. */
    @SuppressWarnings("unchecked")
    static Map<String, Object> membersOf(Object object) {
        return (Map<String, Object>) object;
    }

    static FeedbackException unanswered(String title, Throwable cause) {
        return FeedbackException.of("network_error", title).detail("Offline, or apiOrigin is wrong.").cause(cause).exception();
    }

    /** The answer does not come from the service, or does not match its description. */
    static FeedbackException unexpected(Transport.Answer answer) {
        return FeedbackException.of("unexpected_answer", "The service did not answer this (status " + answer.status() + ").")
                .status(answer.status())
                .detail("Something in between may have: check the network and apiOrigin.")
                .retryAfterMs(retryAfterMs(answer))
                .exception();
    }

    private static Object parsed(String text) {
        try {
            return JsonReader.read(text);
        } catch (IllegalArgumentException notJson) {
            return null; // the page of a proxy or of a hotel's network
        }
    }

    private static FeedbackException problemOf(Transport.Answer answer, Object body) {
        if (answer.status() == 401 && answer.body().isEmpty()) return challengeOf(answer);
        if (!(body instanceof Map)) return unexpected(answer);
        Map<String, Object> problem = membersOf(body);
        if (!(problem.get("code") instanceof String)) return unexpected(answer);
        return FeedbackException.of(text(problem.get("code")), text(problem.get("title")))
                .status(answer.status())
                .detail(text(problem.get("detail")))
                .requestId(text(problem.get("request_id")))
                .errors(errorsOf(problem.get("errors")))
                .retryAfterMs(retryAfterMs(answer))
                .exception();
    }

    /** The JVM discards the body of a 401 if the request was streamed; the header has the code too. */
    private static FeedbackException challengeOf(Transport.Answer answer) {
        String header = answer.header("WWW-Authenticate");
        Matcher challenge = CHALLENGE.matcher(header == null ? "" : header);
        if (!challenge.find()) return unexpected(answer);
        return FeedbackException.of(challenge.group(1), "The service refused who asks.")
                .status(401)
                .requestId(answer.header("Request-Id"))
                .exception();
    }

    private static List<FieldError> errorsOf(Object errors) {
        List<FieldError> result = new ArrayList<>();
        if (!(errors instanceof List)) return result;
        for (Object error : (List<?>) errors) {
            if (!(error instanceof Map)) continue;
            result.add(new FieldError(text(((Map<?, ?>) error).get("pointer")), text(((Map<?, ?>) error).get("detail"))));
        }
        return result;
    }

    private static String text(Object value) {
        return value instanceof String ? (String) value : "";
    }

    /** Retry-After holds seconds or an HTTP date; -1 if it is missing or invalid. */
    private static long retryAfterMs(Transport.Answer answer) {
        String value = answer.header("Retry-After");
        if (value == null) return -1;
        if (value.matches("[0-9]+")) return value.length() > 12 ? Long.MAX_VALUE : Long.parseLong(value) * 1000;
        if (!value.endsWith("GMT")) return -1;
        try {
            long at = new SimpleDateFormat("EEE, dd MMM yyyy HH:mm:ss zzz", Locale.US).parse(value).getTime();
            return Math.max(0, at - System.currentTimeMillis());
        } catch (ParseException noDate) {
            return -1;
        }
    }
}
