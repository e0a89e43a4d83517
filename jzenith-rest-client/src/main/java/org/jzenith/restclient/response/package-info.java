/**
 * For users: responses of other services, and the failures of calls.
 */
@NullMarked
package org.jzenith.restclient.response;

import org.jspecify.annotations.NullMarked;
