/**
 * Internal. Parts of the HTTP client of a test that know neither its requests nor its responses: waiting for results and
 * elements, reading JSON and lines, and refusing requests that cannot be sent. Each failure names the request and the reason.
 */
@NullMarked
package org.jzenith.test.internal.client;

import org.jspecify.annotations.NullMarked;
