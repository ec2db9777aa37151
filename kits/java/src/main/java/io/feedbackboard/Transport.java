package io.feedbackboard;

import java.io.IOException;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Sends one request and reads its answer. By default the kit uses {@link java.net.HttpURLConnection}; an app can pass another client. A
 * transport must not follow redirects, must send the request once, and is called from several threads.
 */
@FunctionalInterface
public interface Transport {
    Answer send(Request request) throws IOException;

    /** A request to send. */
    final class Request {
        private final String method;
        private final String url;
        private final Map<String, String> headers;
        private final String body;
        private final int timeoutMs;
        private Runnable whenCancelled;
        private boolean isCancelled;

        Request(String method, String url, Map<String, String> headers, String body, int timeoutMs) {
            this.method = method;
            this.url = url;
            this.headers = Collections.unmodifiableMap(headers);
            this.body = body;
            this.timeoutMs = timeoutMs;
        }

        public String method() {
            return method;
        }

        public String url() {
            return url;
        }

        public Map<String, String> headers() {
            return headers;
        }

        /** JSON; null if there is none. */
        public String body() {
            return body;
        }

        /** The time limit; after it the kit no longer waits for the answer. */
        public int timeoutMs() {
            return timeoutMs;
        }

        /** Runs once, on another thread, when the kit no longer waits for the answer; at once if it has already stopped waiting. */
        public void onCancel(Runnable work) {
            synchronized (this) {
                whenCancelled = work;
                if (!isCancelled) return;
            }
            work.run();
        }

        void cancel() {
            Runnable work;
            synchronized (this) {
                isCancelled = true;
                work = whenCancelled;
            }
            if (work != null) work.run();
        }
    }

    /** An answer. */
    final class Answer {
        private final int status;
        private final Map<String, String> headers = new TreeMap<>();
        private final String body;

        /** @param body as text, read as UTF-8; empty if there is none */
        public Answer(int status, Map<String, String> headers, String body) {
            this.status = status;
            this.body = body;
            headers.forEach((name, value) -> this.headers.put(name.toLowerCase(Locale.ROOT), value));
        }

        public int status() {
            return status;
        }

        /** Null if there is none. */
        public String header(String name) {
            return headers.get(name.toLowerCase(Locale.ROOT));
        }

        public String body() {
            return body;
        }
    }
}
