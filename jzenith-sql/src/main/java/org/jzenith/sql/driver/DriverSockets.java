package org.jzenith.sql.driver;

import io.netty.channel.ChannelPipeline;
import io.vertx.core.net.NetClient;
import io.vertx.sqlclient.SqlConnection;

/**
 * The sockets of one connection, from the first attempt to connect on. jZenith closes them at once where a client library would wait for
 * the server, which may never answer.
 */
public interface DriverSockets {

    /**
     * Keeps the sockets that a client opens. A driver whose library opens them elsewhere leaves this out; its attempts to connect end
     * when the library gives up.
     *
     * @param client opens the socket of the connection
     * @return the client to use instead
     */
    NetClient follow(NetClient client);

    /**
     * Returns the pipeline of an open connection, for a driver that reads messages before its library does.
     *
     * @param connection a connection over a socket
     * @return the pipeline, whose decoder and encoder of the library have the name {@code codec}
     */
    ChannelPipeline pipelineOf(SqlConnection connection);
}
