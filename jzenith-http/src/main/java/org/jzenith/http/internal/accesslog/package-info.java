/**
 * Internal: the access log, a line for each request of a handler. Event loops hand what they know of a request to {@link
 * org.jzenith.http.internal.accesslog.AccessLog}, whose thread makes and logs the lines.
 */
@NullMarked
package org.jzenith.http.internal.accesslog;

import org.jspecify.annotations.NullMarked;
