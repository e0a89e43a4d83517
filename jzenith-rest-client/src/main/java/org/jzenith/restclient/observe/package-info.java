/** For users: the events of calls to other services, for observers. */
@NullMarked
package org.jzenith.restclient.observe;

import org.jspecify.annotations.NullMarked;
