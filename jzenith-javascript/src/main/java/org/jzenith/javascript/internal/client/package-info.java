/** Internal. The object {@code http} of handlers: the application's REST clients. Loaded only by an application with {@code jzenith-rest-client}. */
@NullMarked
package org.jzenith.javascript.internal.client;

import org.jspecify.annotations.NullMarked;
