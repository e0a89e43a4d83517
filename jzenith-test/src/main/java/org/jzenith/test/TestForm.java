package org.jzenith.test;

import java.io.FileNotFoundException;
import java.net.URLConnection;
import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A request body with a form, as browsers send it.
 *
 * <pre>{@code
 * http.post("/pictures", TestForm.create().withField("title", "Lake").withFile("picture", Path.of("lake.jpg")))
 * }</pre>
 *
 * <p>It is sent as {@code multipart/form-data}. If the client has the header {@code Content-Type:
 * application/x-www-form-urlencoded}, it is sent in that format, and cannot have files. Immutable.
 */
public final class TestForm {

    static final String URL_ENCODED = "application/x-www-form-urlencoded";

    private final List<Entry> entries;

    private TestForm(final List<Entry> entries) {
        this.entries = entries;
    }

    /**
     * A field or a file.
     *
     * @param fileName null for a field
     * @param mediaType null for a field
     * @param value empty for a file
     */
    private record Entry(
            String name,
            @Nullable String fileName,
            @Nullable String mediaType,
            String value,
            Content content) {}

    @FunctionalInterface
    private interface Content {

        BodyPublisher publisher() throws FileNotFoundException;
    }

    /**
     * Creates an empty form.
     *
     * @return a form without fields and files
     */
    public static TestForm create() {
        return new TestForm(List.of());
    }

    /**
     * Returns a copy with one more field.
     *
     * @param name the name of the field; several fields may have the same name
     * @param value its text, in UTF-8
     * @return a copy
     */
    public TestForm withField(final String name, final String value) {
        return with(new Entry(name, null, null, value, () -> BodyPublishers.ofString(value)));
    }

    /**
     * Returns a copy with one more file. The file is read while the form is sent, and can be larger than the heap.
     *
     * @param name the name of the field; several fields may have the same name
     * @param file the file; its name is sent, and the media type that fits the extension
     * @return a copy
     */
    public TestForm withFile(final String name, final Path file) {
        final String fileName =
                Objects.requireNonNull(file.getFileName(), "file name").toString();
        final String mediaType = URLConnection.guessContentTypeFromName(fileName);
        return with(new Entry(
                name,
                fileName,
                mediaType == null ? "application/octet-stream" : mediaType,
                "",
                () -> BodyPublishers.ofFile(file)));
    }

    /**
     * Returns a copy with one more file.
     *
     * @param name the name of the field; several fields may have the same name
     * @param fileName the file name in the form
     * @param mediaType the media type in the form, for example {@code text/plain}
     * @param content the content of the file
     * @return a copy
     */
    public TestForm withFile(final String name, final String fileName, final String mediaType, final byte[] content) {
        final byte[] copy = content.clone();
        return with(new Entry(name, fileName, mediaType, "", () -> BodyPublishers.ofByteArray(copy)));
    }

    private TestForm with(final Entry entry) {
        final List<Entry> more = new ArrayList<>(entries);
        more.add(entry);
        return new TestForm(more);
    }

    SentBody multipart() throws FileNotFoundException {
        final String boundary = "form-" + UUID.randomUUID();
        final List<BodyPublisher> pieces = new ArrayList<>();
        for (final Entry entry : entries) {
            pieces.add(BodyPublishers.ofString(head(boundary, entry)));
            pieces.add(entry.content().publisher());
            pieces.add(BodyPublishers.ofString("\r\n"));
        }
        pieces.add(BodyPublishers.ofString("--" + boundary + "--\r\n"));
        return new SentBody(
                BodyPublishers.concat(pieces.toArray(BodyPublisher[]::new)),
                "multipart/form-data; boundary=" + boundary,
                toString());
    }

    private static String head(final String boundary, final Entry entry) {
        return "--" + boundary + "\r\nContent-Disposition: form-data; name=\"" + quoted(entry.name()) + '"'
                + (entry.fileName() == null ? "" : "; filename=\"" + quoted(entry.fileName()) + '"')
                + (entry.mediaType() == null ? "" : "\r\nContent-Type: " + entry.mediaType()) + "\r\n\r\n";
    }

    /** Escapes a name as HTML requires (section 4.10.21.8). */
    private static String quoted(final String name) {
        return name.replace("\r", "%0D").replace("\n", "%0A").replace("\"", "%22");
    }

    SentBody urlEncoded() {
        final String text = entries.stream()
                .map(entry -> {
                    if (entry.fileName() != null) {
                        throw new IllegalArgumentException(
                                "The form has the file '" + entry.name() + "', which cannot be sent as " + URL_ENCODED
                                        + ". Remove the header Content-Type, so that the form is sent as multipart/form-data.");
                    }
                    return encoded(entry.name()) + "=" + encoded(entry.value());
                })
                .collect(Collectors.joining("&"));
        return new SentBody(BodyPublishers.ofString(text), URL_ENCODED, text);
    }

    private static String encoded(final String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return entries.stream()
                .map(entry -> entry.name() + "="
                        + (entry.fileName() == null
                                ? entry.value()
                                : entry.fileName() + " (" + entry.mediaType() + ")"))
                .collect(Collectors.joining(", ", "form of ", ""));
    }
}
