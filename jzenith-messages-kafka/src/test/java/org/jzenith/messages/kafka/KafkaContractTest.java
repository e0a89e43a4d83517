package org.jzenith.messages.kafka;

import org.jzenith.core.JZenith;
import org.jzenith.messages.test.MessagesContract;

/** The contract of applications over Kafka. */
final class KafkaContractTest extends MessagesContract {

    @Override
    protected String engine() {
        return "kafka";
    }

    @Override
    protected JZenith with(final JZenith application) {
        return TestBroker.with(application);
    }
}
