/**
 * A certificate that nobody trusts, for `service.example.invalid`, valid for a hundred years, with its key. Both are
 * public and good for nothing but these tests.
 */
export const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBwDCCAWWgAwIBAgIUGNGM0tWMcuiiY62rw3r0YCkcU8owCgYIKoZIzj0EAwIw
IjEgMB4GA1UEAwwXc2VydmljZS5leGFtcGxlLmludmFsaWQwIBcNMjYxMTIxMDMw
ODQ2WhgPMjEyNjEwMjgwMzA4NDZaMCIxIDAeBgNVBAMMF3NlcnZpY2UuZXhhbXBs
ZS5pbnZhbGlkMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEvGJEHcRBbZVqQK+0
Pu4FPX9cpku4P+lB/Q4FdgT/golUMEsBabWjNuX/8zGQz89+/tcHHIObIXWkOklr
H/KtPaN3MHUwHQYDVR0OBBYEFMzp3ZV+HmHQtnBoM6UgI057YG1SMB8GA1UdIwQY
MBaAFMzp3ZV+HmHQtnBoM6UgI057YG1SMCIGA1UdEQQbMBmCF3NlcnZpY2UuZXhh
bXBsZS5pbnZhbGlkMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDSQAwRgIh
AK23SbREMNSfnEsnszsxS0yr9Zmt/g5X3h9obJVtiW/IAiEA9gjPGXE6Thp/imij
rJcpdArz6fNTLLwMNlaNgKWPke0=
-----END CERTIFICATE-----
`;

export const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgLdx8fEqbl1EdsNhO
0wdOcL/yu01uPNZZqYF7j0VUJp+hRANCAAS8YkQdxEFtlWpAr7Q+7gU9f1ymS7g/
6UH9DgV2BP+CiVQwSwFptaM25f/zMZDPz37+1wccg5shdaQ6SWsf8q09
-----END PRIVATE KEY-----
`;
