package org.jzenith.sql.driver;

import io.netty.channel.ChannelPipeline;
import io.vertx.core.net.NetClient;
import io.vertx.sqlclient.SqlConnection;

/**
 * The sockets of one connection, from the first attempt to connect on. jZenith closes them immediately. A client library would first wait
 * for the server, which may never respond.
 */
public interface DriverSockets {

    /**
     * Records the sockets that a client opens. A driver does not call this if its library opens sockets in another way; then an attempt to
     * connect ends only when the library gives up.
     *
     * @param client opens the socket of the connection
     * @return the client to use instead
     */
    NetClient follow(NetClient client);

    /**
     * Returns the pipeline of an open connection, for a driver that reads messages before its library does.
     *
     * @param connection a connection over a socket
     * @return the pipeline, in which the library's decoder and encoder have the name {@code codec}
     */
    ChannelPipeline pipelineOf(SqlConnection connection);
}
