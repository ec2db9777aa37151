package io.feedbackboard;

import static io.feedbackboard.Checks.expect;
import static io.feedbackboard.Checks.that;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** The connection of a platform that sends PATCH, as Android does. */
final class TransportChecks {
    private TransportChecks() {}

    static void add() {
        that("Where the platform sends PATCH, a PATCH is sent as one, once, and no redirect is followed", TransportChecks::patchIsSent);
    }

    private static void patchIsSent() throws Exception {
        Recorded recorded = new Recorded();
        // The factory applies to the whole process, which makes no other http requests.
        URL.setURLStreamHandlerFactory(protocol -> protocol.equals("http") ? recorded : null);
        Map<String, String> headers = Collections.singletonMap("If-Match", "\"1\"");
        Transport.Answer answer = new UrlConnectionTransport()
                .send(new Transport.Request("PATCH", "http://api.example.com/v1/me", headers, "{\"a\":1}", 1000));
        expect("200 {}", answer.status() + " " + answer.body());
        expect("PATCH null \"1\" application/json", recorded.connection.summary());
        expect("{\"a\":1} streamed, redirects false", recorded.connection.manner());
    }

    private static final class Recorded extends URLStreamHandler {
        private AndroidLike connection;

        @Override
        protected URLConnection openConnection(URL url) {
            connection = new AndroidLike(url);
            return connection;
        }
    }

    private static final class AndroidLike extends HttpURLConnection {
        private final ByteArrayOutputStream body = new ByteArrayOutputStream();

        AndroidLike(URL url) {
            super(url);
        }

        @Override
        public void setRequestMethod(String method) {
            this.method = method;
        }

        String summary() {
            return method + " " + getRequestProperty("X-HTTP-Method-Override") + " " + getRequestProperty("If-Match") + " "
                    + getRequestProperty("Content-Type");
        }

        String manner() {
            boolean isStreamed = fixedContentLength == body.size();
            return new String(body.toByteArray(), StandardCharsets.UTF_8) + (isStreamed ? " streamed" : " buffered") + ", redirects "
                    + getInstanceFollowRedirects();
        }

        @Override
        public OutputStream getOutputStream() {
            return body;
        }

        @Override
        public InputStream getInputStream() {
            return new ByteArrayInputStream(new byte[] {'{', '}'});
        }

        @Override
        public int getResponseCode() {
            return 200;
        }

        @Override
        public Map<String, List<String>> getHeaderFields() {
            return Collections.singletonMap(null, Collections.singletonList("HTTP/1.1 200 OK"));
        }

        @Override
        public void connect() {}

        @Override
        public void disconnect() {}

        @Override
        public boolean usingProxy() {
            return false;
        }
    }
}
