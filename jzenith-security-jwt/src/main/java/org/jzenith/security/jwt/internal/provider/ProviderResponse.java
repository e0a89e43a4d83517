package org.jzenith.security.jwt.internal.provider;

import io.vertx.core.buffer.Buffer;
import org.jspecify.annotations.Nullable;

/**
 * A response of an identity provider, whatever its status.
 *
 * @param status the status
 * @param contentType the media type of the body, or null
 * @param body the whole body
 */
public record ProviderResponse(int status, @Nullable String contentType, Buffer body) {}
