/** Tests through real sockets, with RxJava 3, Reactor and the JDK's own publishers. */
@org.jspecify.annotations.NullUnmarked
package org.jzenith.rxjava3;
