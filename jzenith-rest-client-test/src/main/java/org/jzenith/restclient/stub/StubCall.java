package org.jzenith.restclient.stub;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A call that a {@link StubServer} has received.
 *
 * @param method the name of the interface's method
 * @param arguments the arguments, as the server has read them from the request
 */
public record StubCall(String method, List<@Nullable Object> arguments) {}
