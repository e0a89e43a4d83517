/**
 * For plugins: tests that every engine of messages must pass. The tests of an engine extend {@link
 * org.jzenith.messages.test.MessageEngineContract} and {@link org.jzenith.messages.test.MessagesContract}; those of a store of logs extend
 * {@link org.jzenith.messages.test.LogEngineContract} and {@link org.jzenith.messages.test.LogStoreContract} too.
 */
@NullMarked
package org.jzenith.messages.test;

import org.jspecify.annotations.NullMarked;
