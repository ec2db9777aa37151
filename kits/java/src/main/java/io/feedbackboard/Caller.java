package io.feedbackboard;

import java.util.Collections;
import java.util.Map;
import java.util.function.Function;

/** Calls of operations with the arguments that they have in common. */
final class Caller {
    private final Connection connection;

    Caller(Connection connection) {
        this.connection = connection;
    }

    Answers.Result plain(String operation, Query query) {
        return connection.send(operation, Collections.emptyMap(), query, null, CallOptions.NONE);
    }

    Answers.Result withId(String operation, String id, Object body, CallOptions options) {
        return connection.send(operation, Collections.singletonMap("id", id), Query.NONE, body, options);
    }

    Answers.Result withBody(String operation, Object body, CallOptions options) {
        return connection.send(operation, Collections.emptyMap(), Query.NONE, body, options);
    }

    <T> Listing<T> list(String operation, String id, Query query, Function<Answers.Result, T> item) {
        Map<String, String> path = Collections.singletonMap("id", id);
        return new Listing<>(
                cursor -> connection.send(
                        operation, path, cursor == null ? query : query.and("cursor", cursor), null, CallOptions.NONE),
                item);
    }
}
