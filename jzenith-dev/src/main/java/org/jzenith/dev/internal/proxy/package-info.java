/**
 * Internal. The proxies at the configured addresses, which stay open while the application restarts. {@code TcpProxies} opens
 * them; each {@code ProxyConnection} asks by {@code UpstreamQuestions} where to send a request. While the application does not
 * run, {@code FailureAnswer} says why.
 */
@NullMarked
package org.jzenith.dev.internal.proxy;

import org.jspecify.annotations.NullMarked;
