/** Tests through real sockets: services on jZenith, and peers that misbehave. */
@org.jspecify.annotations.NullUnmarked
package org.jzenith.restclient;
