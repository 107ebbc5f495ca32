package io.sluice.client.internal.wire;

/**
 * Field and enum numbers of the messages of each request, by the {@code .proto} file and message that define them. Those of
 * rare messages are where these are read or written.
 */
final class Fields {
    private Fields() {}

    // HBase.proto, NameBytesPair
    static final int PAIR_NAME = 1;
    static final int PAIR_VALUE = 2;

    // HBase.proto, RegionSpecifier
    static final int SPECIFIER_TYPE = 1;
    static final int SPECIFIER_VALUE = 2;
    static final int SPECIFIER_TYPE_REGION_NAME = 1;

    // RPC.proto, RequestHeader
    static final int REQUEST_CALL_ID = 1;
    static final int REQUEST_TRACE_INFO = 2;
    static final int TRACE_HEADERS = 3;
    static final int REQUEST_METHOD_NAME = 3;
    static final int REQUEST_PARAM = 4;
    static final int REQUEST_CELL_BLOCK_META = 5;
    static final int REQUEST_PRIORITY = 6;
    static final int REQUEST_TIMEOUT = 7;
    static final int REQUEST_ATTRIBUTE = 8;

    // RPC.proto, CellBlockMeta
    static final int CELL_BLOCK_LENGTH = 1;

    // RPC.proto, ResponseHeader
    static final int RESPONSE_CALL_ID = 1;
    static final int RESPONSE_EXCEPTION = 2;
    static final int RESPONSE_CELL_BLOCK_META = 3;

    // RPC.proto, ExceptionResponse
    static final int EXCEPTION_CLASS_NAME = 1;
    static final int EXCEPTION_STACK_TRACE = 2;
    static final int EXCEPTION_DO_NOT_RETRY = 5;
    static final int EXCEPTION_SERVER_OVERLOADED = 6;

    // Client.proto, MultiRequest
    static final int MULTI_REGION_ACTION = 1;
    static final int MULTI_NONCE_GROUP = 2;

    // Client.proto, RegionAction
    static final int REGION_ACTION_REGION = 1;
    static final int REGION_ACTION_ATOMIC = 2;
    static final int REGION_ACTION_ACTION = 3;

    // Client.proto, Action
    static final int ACTION_INDEX = 1;
    static final int ACTION_MUTATION = 2;

    // Client.proto, MutationProto
    static final int MUTATION_ROW = 1;
    static final int MUTATION_TYPE = 2;
    static final int MUTATION_TIMESTAMP = 4;
    static final int MUTATION_ATTRIBUTE = 5;
    static final int MUTATION_DURABILITY = 6;
    static final int MUTATION_CELL_COUNT = 8;
    static final int MUTATION_NONCE = 9;

    // Client.proto, MutationProto.MutationType
    static final int TYPE_APPEND = 0;
    static final int TYPE_INCREMENT = 1;
    static final int TYPE_PUT = 2;
    static final int TYPE_DELETE = 3;

    // Client.proto, MultiResponse
    static final int MULTI_RESULT = 1;
    static final int MULTI_STATISTICS = 3;

    // Client.proto, MultiRegionLoadStats
    static final int STATISTICS_LOAD = 2;

    // Client.proto, RegionLoadStats
    static final int LOAD_MEMSTORE = 1;
    static final int LOAD_HEAP = 2;
    static final int LOAD_COMPACTION = 3;

    // Client.proto, RegionActionResult
    static final int REGION_RESULT_ACTION = 1;
    static final int REGION_RESULT_EXCEPTION = 2;
    static final int REGION_RESULT_PROCESSED = 3;

    // Client.proto, ResultOrException
    static final int ACTION_RESULT_INDEX = 1;
    static final int ACTION_RESULT_EXCEPTION = 3;
}
