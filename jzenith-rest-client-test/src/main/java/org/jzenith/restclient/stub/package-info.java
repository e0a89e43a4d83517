/**
 * For users: {@link org.jzenith.restclient.stub.StubServer} stands in for another service in tests.
 */
@NullMarked
package org.jzenith.restclient.stub;

import org.jspecify.annotations.NullMarked;
