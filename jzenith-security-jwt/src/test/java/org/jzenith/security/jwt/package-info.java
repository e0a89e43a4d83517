/** Tests through real sockets: an application with tokens, and a provider with faults. */
@org.jspecify.annotations.NullUnmarked
package org.jzenith.security.jwt;
