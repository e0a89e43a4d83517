/**
 * Internal. Calls the methods of resources and providers with {@code @PostConstruct} and {@code @PreDestroy}. The public type is
 * {@link org.jzenith.rest.lifecycle.LifecycleMethods}.
 */
@NullMarked
package org.jzenith.rest.lifecycle;

import org.jspecify.annotations.NullMarked;
