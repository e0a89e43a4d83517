/**
 * For users: clients of other services. {@link org.jzenith.restclient.RestClientPlugin} makes the implementation of an interface that
 * has the annotations of Jakarta REST and returns RxJava 2 types; calls fail with a {@link
 * org.jzenith.restclient.response.RemoteCallException}.
 */
@NullMarked
package org.jzenith.restclient;

import org.jspecify.annotations.NullMarked;
