package io.feedbackboard;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.ProtocolException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** {@link HttpURLConnection}, which Android and every JVM have. */
final class UrlConnectionTransport implements Transport {
    @Override
    public Answer send(Request request) throws IOException {
        HttpURLConnection connection = (HttpURLConnection) new URL(request.url()).openConnection();
        request.onCancel(connection::disconnect);
        connection.setConnectTimeout(request.timeoutMs());
        connection.setReadTimeout(request.timeoutMs());
        connection.setInstanceFollowRedirects(false); // a token must only go to the service
        connection.setUseCaches(false);
        connection.setRequestProperty("Accept", "application/json");
        request.headers().forEach(connection::setRequestProperty);
        name(connection, request.method());
        if (!request.method().equals("GET")) write(connection, request);
        int status = connection.getResponseCode();
        if (status < 100) throw new IOException("The answer was not HTTP.");
        InputStream stream = status < 400 ? connection.getInputStream() : connection.getErrorStream();
        String body = stream == null ? "" : read(stream, connection.getContentLengthLong());
        return new Answer(status, headersOf(connection), body);
    }

    /** Android sends PATCH; the JVM refuses to, so the service accepts a POST with a header that says PATCH. */
    private static void name(HttpURLConnection connection, String method) throws ProtocolException {
        try {
            connection.setRequestMethod(method);
        } catch (ProtocolException refused) {
            if (!method.equals("PATCH")) throw refused;
            connection.setRequestMethod("POST");
            connection.setRequestProperty("X-HTTP-Method-Override", method);
        }
    }

    private static void write(HttpURLConnection connection, Request request) throws IOException {
        // A request without a body would get the Content-Type of a form, which the service refuses.
        byte[] body = (request.body() == null ? "{}" : request.body()).getBytes(StandardCharsets.UTF_8);
        connection.setRequestProperty("Content-Type", "application/json");
        connection.setDoOutput(true);
        // The JVM repeats a request by itself when the connection breaks, unless its body is streamed. A PUT may be repeated, and
        // a POST because of its Idempotency-Key; for a PATCH or DELETE the app must learn whether it was done.
        boolean isSentOnce = request.method().equals("PATCH") || request.method().equals("DELETE");
        if (isSentOnce) connection.setFixedLengthStreamingMode(body.length);
        try (OutputStream out = connection.getOutputStream()) {
            out.write(body);
        }
    }

    /** The JVM treats a broken connection as the end of the answer; only the length shows the difference. */
    private static String read(InputStream stream, long length) throws IOException {
        try (InputStream in = stream) {
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            byte[] part = new byte[8192];
            for (int size = in.read(part); size >= 0; size = in.read(part)) all.write(part, 0, size);
            if (all.size() < length) throw new IOException("The answer ended too early.");
            return new String(all.toByteArray(), StandardCharsets.UTF_8);
        }
    }

    private static Map<String, String> headersOf(HttpURLConnection connection) {
        Map<String, String> headers = new HashMap<>();
        for (Map.Entry<String, List<String>> header : connection.getHeaderFields().entrySet()) {
            if (header.getKey() != null) headers.put(header.getKey(), String.join(", ", header.getValue()));
        }
        return headers;
    }
}
