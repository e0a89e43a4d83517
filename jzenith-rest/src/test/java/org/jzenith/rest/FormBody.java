package org.jzenith.rest;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** A body of the type {@code multipart/form-data}, as browsers send it. */
final class FormBody {

    static final String BOUNDARY = "----WebKitFormBoundary7MA4YWxkTrZu0gW";
    static final String TYPE = "multipart/form-data; boundary=" + BOUNDARY;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    FormBody field(final String name, final String value) {
        return part("name=\"" + name + "\"", "", value.getBytes(StandardCharsets.UTF_8));
    }

    FormBody bytesField(final String name, final String headers, final byte[] value) {
        return part("name=\"" + name + "\"", headers, value);
    }

    FormBody file(final String name, final String fileName, final String type, final byte[] content) {
        return part("name=\"" + name + "\"; filename=\"" + fileName + "\"", "Content-Type: " + type + "\r\n", content);
    }

    private FormBody part(final String disposition, final String headers, final byte[] content) {
        return raw("--" + BOUNDARY + "\r\nContent-Disposition: form-data; " + disposition + "\r\n" + headers + "\r\n")
                .raw(content)
                .raw("\r\n");
    }

    FormBody raw(final String text) {
        return raw(text.getBytes(StandardCharsets.UTF_8));
    }

    private FormBody raw(final byte[] more) {
        bytes.writeBytes(more);
        return this;
    }

    /** Returns the body without its closing boundary. */
    byte[] begun() {
        return bytes.toByteArray();
    }

    byte[] bytes() {
        return raw("--" + BOUNDARY + "--\r\n").begun();
    }

    /** A content that differs everywhere. */
    static byte[] content(final int length) {
        final byte[] content = new byte[length];
        new Random(length).nextBytes(content);
        return content;
    }

    /** The files in the folders of all servers; some may be deleted meanwhile. */
    static List<Path> temporaryFiles(final Path folder) {
        return files(folder)
                .flatMap(FormBody::files)
                .filter(file -> !file.endsWith("lock"))
                .toList();
    }

    private static Stream<Path> files(final Path folder) {
        final File[] all = folder.toFile().listFiles();
        return all == null ? Stream.of() : Stream.of(all).map(File::toPath);
    }

    static String head(final String path, final long length) {
        return "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: " + TYPE + "\r\nContent-Length: "
                + length + "\r\n\r\n";
    }
}
