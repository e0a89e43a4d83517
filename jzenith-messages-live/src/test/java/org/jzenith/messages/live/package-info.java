/** Tests on two applications that share a log. */
@org.jspecify.annotations.NullMarked
package org.jzenith.messages.live;
