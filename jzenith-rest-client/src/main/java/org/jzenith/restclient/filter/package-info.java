/**
 * For users: filters of a client, which change the headers of its calls and see the heads of responses.
 */
@NullMarked
package org.jzenith.restclient.filter;

import org.jspecify.annotations.NullMarked;
