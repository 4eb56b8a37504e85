// undici's whole package brings fetch, web sockets and a cache: 15 MB and 50 ms of each start, for one class of it.

declare module 'undici/lib/dispatcher/client.js' {
  import { Client } from 'undici';

  export default Client;
}

declare module 'undici/lib/core/connect.js' {
  import { buildConnector } from 'undici';

  export default buildConnector;
}
