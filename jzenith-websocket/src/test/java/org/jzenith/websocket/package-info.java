/** Tests through real sockets: the client of the JDK, and one that sends whatever bytes it is given. */
@org.jspecify.annotations.NullUnmarked
package org.jzenith.websocket;
