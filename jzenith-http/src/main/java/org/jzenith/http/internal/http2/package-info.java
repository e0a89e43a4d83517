/**
 * Internal. HTTP/2 as Netty has it, whose types are not stable: limits for what clients send, and small responses written at
 * once. {@link org.jzenith.http.internal.http2.Http2ConnectionState} holds the state of a connection, {@link
 * org.jzenith.http.internal.http2.Http2WholeResponses} writes its small responses, and {@link org.jzenith.http.internal.http2.Http2Preface} checks
 * how a client starts. The tests of this package say what a new version of Netty must keep.
 */
@NullMarked
package org.jzenith.http.internal.http2;

import org.jspecify.annotations.NullMarked;
