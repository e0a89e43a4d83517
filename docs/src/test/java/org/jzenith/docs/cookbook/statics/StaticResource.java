package org.jzenith.docs.cookbook.statics;

import io.smallrye.common.annotation.Blocking;
import jakarta.inject.Singleton;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.NotFoundException;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.CacheControl;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.EntityTag;
import jakarta.ws.rs.core.Request;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Serves the files of one folder of the class path. */
@Singleton
@Path("/")
public final class StaticResource {

    private static final String FOLDER = "public/";

    /** Only these are served. */
    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html;charset=utf-8",
            "css", "text/css;charset=utf-8",
            "js", "text/javascript;charset=utf-8",
            "svg", "image/svg+xml",
            "png", "image/png",
            "ico", "image/x-icon");

    /** No segment begins with a dot, so there is no "..". */
    private static final Pattern NAME = Pattern.compile("(?:[\\w-][\\w.-]*/)*[\\w-][\\w-]*\\.(\\w+)");

    private record Content(byte[] bytes, String type, EntityTag tag) {}

    private final Map<String, Content> contents = new ConcurrentHashMap<>();

    @GET
    @Blocking
    public Response index(@Context final Request request) {
        return file("index.html", request);
    }

    @GET
    @Path("{path: .+}")
    @Blocking
    public Response file(@PathParam("path") final String path, @Context final Request request) {
        final Content content = contents.computeIfAbsent(path, StaticResource::load);
        if (content == null) {
            throw new NotFoundException();
        }
        final Response.ResponseBuilder unchanged = request.evaluatePreconditions(content.tag());
        final Response.ResponseBuilder response =
                unchanged == null ? Response.ok(content.bytes(), content.type()) : unchanged;
        final CacheControl cache = new CacheControl();
        cache.setMaxAge(60);
        return response.tag(content.tag())
                .cacheControl(cache)
                .header("X-Content-Type-Options", "nosniff")
                .build();
    }

    private static @Nullable Content load(final String path) {
        final var matcher = NAME.matcher(path);
        final String type = matcher.matches() ? TYPES.get(matcher.group(1)) : null;
        if (type == null) {
            return null;
        }
        try (InputStream file = StaticResource.class.getClassLoader().getResourceAsStream(FOLDER + path)) {
            if (file == null) {
                return null;
            }
            final byte[] bytes = file.readAllBytes();
            final byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes);
            return new Content(bytes, type, new EntityTag(HexFormat.of().formatHex(hash, 0, 8)));
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        } catch (final NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
