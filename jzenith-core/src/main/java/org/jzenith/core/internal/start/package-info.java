/**
 * Internal. Parts of the checks at startup: the line of the application that calls a builder, similar names for an unknown
 * key, flag or plugin, the addresses that listeners claim before any is open, hosts and ports of settings and requests, and what
 * the start does to its process.
 */
@NullMarked
package org.jzenith.core.internal.start;

import org.jspecify.annotations.NullMarked;
